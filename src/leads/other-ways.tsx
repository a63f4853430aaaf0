import styled from 'styled-components';
import { useSettings } from '../content/settings-context.ts';
import { Icon } from '../ui/icon.tsx';
import { SiteLink } from '../ui/site-link.tsx';

const List = styled.ul.attrs({ role: 'list' })`
  display: grid;
  justify-items: start;
  a {
    display: inline-flex;
    align-items: center;
    gap: 0.65rem;
    min-height: 2.75rem;
    font-weight: 620;
    overflow-wrap: anywhere;
  }
`;

/** The ways that need no form: a call, an e-mail. They stand beside every form. */
export function OtherWays({ className }: { className?: string }) {
  const { agent } = useSettings();
  const call = { href: `tel:${agent.phoneDial}`, text: '', newTab: false };
  const write = { href: `mailto:${agent.email}`, text: '', newTab: false };
  return (
    <List className={className}>
      <li>
        <SiteLink link={call}>
          <Icon name="phone" size={22} />
          Call {agent.phone}
        </SiteLink>
      </li>
      <li>
        <SiteLink link={write}>
          <Icon name="mail" size={22} />
          {agent.email}
        </SiteLink>
      </li>
    </List>
  );
}
