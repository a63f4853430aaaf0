import styled, { css } from 'styled-components';
import { useId } from 'react';
import type { Tone } from '../../src/builder/tones.ts';
import { ReplyTimeNote } from '../../src/leads/reply-time-note.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import type { PropsOf } from '../../src/builder/block.ts';
import { useSiteSettings } from '../../src/content/site-settings-context.ts';
import { formatOpeningHours } from '../../src/contracts/leads/office-hours.ts';
import { Icon } from '../../src/ui/theme/icon.tsx';
import { Container, Eyebrow, SectionBackground, PlacementTitle } from '../../src/ui/layout/section.tsx';
import type block from './block.ts';

/** On wide screens, places the card with the contact details beside the text. */
const Columns = styled.div<{ $tone: Tone }>`
  display: grid;
  gap: ${({ theme }) => theme.space.xl};
  > div:last-child {
    display: grid;
    align-self: start;
    gap: ${({ theme }) => theme.space.l};
    padding: clamp(1.5rem, 4cqi, 2.75rem);
    border-block-start: 0.75rem solid ${({ theme }) => theme.color.accent};
    background: ${({ theme, $tone }) => ($tone === 'deep' ? theme.color.deepLine : theme.color.surface)};
  }
  @container (min-width: 56rem) {
    grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
    align-items: center;
    gap: clamp(3rem, 7cqi, 7rem);
  }
  @container (min-width: 34rem) {
    > div:last-child {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      > :first-child,
      > :nth-child(4) {
        grid-column: 1 / -1;
      }
    }
  }
  @media (forced-colors: active) {
    > div:last-child {
      border: 1px solid CanvasText;
    }
  }
`;

const Desc = styled(RichText)`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.lead};
  line-height: 1.55;
`;

const Promised = styled(ReplyTimeNote)`
  max-width: 34rem;
  margin-block-start: ${({ theme }) => theme.space.l};
  padding-inline-start: 1.25rem;
  border-inline-start: 4px solid ${({ theme }) => theme.color.accent};
  font-weight: 560;
`;

const Channels = styled.div`
  display: grid;
  a {
    display: flex;
    align-items: center;
    gap: 0.75rem;
    min-height: 3rem;
    color: ${({ theme }) => theme.color.ink};
    font-family: ${({ theme }) => theme.font.display};
    font-size: ${({ theme }) => theme.type.h3};
    font-weight: 540;
    text-decoration: none;
  }
  a:hover {
    text-decoration: underline;
  }
  svg {
    color: ${({ theme }) => theme.color.accent};
  }
`;

const part = css`
  h3 {
    margin-block-end: 0.5rem;
    font-family: ${({ theme }) => theme.font.body};
    font-size: 1rem;
    font-weight: 650;
    letter-spacing: 0;
  }
`;

const Office = styled.div`
  ${part}
  address {
    font-style: normal;
  }
`;

const Hours = styled.div`
  ${part}
  dl > div {
    display: grid;
    grid-template-columns: 4.5rem 1fr;
  }
  dd {
    font-variant-numeric: lining-nums tabular-nums;
  }
`;

const Note = styled(RichText)`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

/** The agent's phone number and e-mail address, and the office's address and hours, from the site settings. */
export default function ContactDetailsView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, office_title, hours_title, note } = props;
  const { agent, brokerage, address, hours } = useSiteSettings();
  const id = useId();
  return (
    <SectionBackground $tone={tone} aria-labelledby={id}>
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
                {hours.map((line, index) => (
                  <div key={index}>
                    <dt>{line.days}</dt>
                    <dd>{formatOpeningHours(line)}</dd>
                  </div>
                ))}
              </dl>
            </Hours>
            {note && <Note html={note} />}
          </div>
        </Columns>
      </Container>
    </SectionBackground>
  );
}
