import { useId } from 'react';
import type { PropsOf } from '../../src/builder/block.ts';
import { useSettings } from '../../src/content/settings-context.ts';
import { formatHours } from '../../src/contracts/leads/office-hours.ts';
import { Icon } from '../../src/ui/theme/icon.tsx';
import { Container, Eyebrow, Ground, PlacementTitle } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';
import { Columns, Desc, Hours, Note, Office, Promised, Channels } from './parts.ts';

/** The office's contact details and opening hours, from the site settings. */
export default function ContactDetailsView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, office_title, hours_title, note } = props;
  const { agent, brokerage, address, hours } = useSettings();
  const id = useId();
  return (
    <Ground $tone={tone} aria-labelledby={id}>
      <Container>
        <Columns $tone={tone}>
          <div>
            {eyebrow && <Eyebrow>{eyebrow}</Eyebrow>}
            <PlacementTitle id={id}>{title}</PlacementTitle>
            {desc && <Desc html={desc} />}
            <Promised />
          </div>
          <div>
            <Channels>
              <a href={`tel:${agent.phoneDial}`}>
                <Icon name="phone" />
                {agent.phone}
              </a>
              <a href={`mailto:${agent.email}`}>
                <Icon name="mail" />
                {agent.email}
              </a>
            </Channels>
            <Office>
              <h3>{office_title}</h3>
              <address>
                {brokerage.name}
                <br />
                {address.street}
                <br />
                {address.locality}, {address.region} {address.postalCode}
              </address>
            </Office>
            <Hours>
              <h3>{hours_title}</h3>
              <dl>
                {hours.map((line) => (
                  <div key={line.days}>
                    <dt>{line.days}</dt>
                    <dd>{formatHours(line)}</dd>
                  </div>
                ))}
              </dl>
            </Hours>
            {note && <Note html={note} />}
          </div>
        </Columns>
      </Container>
    </Ground>
  );
}
