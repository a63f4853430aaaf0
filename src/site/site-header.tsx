import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { MenuItem } from '../content/types.ts';
import { Icon } from '../ui/icon.tsx';
import { Container } from '../ui/section.tsx';
import { SiteLink } from '../ui/site-link.tsx';
import { useSite } from './frame-context.ts';
import { linkOf } from './menu-link.ts';
import { SITE_MENU_ID, SiteDrawer } from './site-drawer.tsx';

const Bar = styled.header`
  position: sticky;
  inset-block-start: 0;
  z-index: 10;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.paper};
  @media print {
    position: static;
  }
`;

const Row = styled(Container)`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.m};
  min-height: 4.5rem;
`;

const Brand = styled.a`
  display: flex;
  align-items: center;
  gap: 0.75rem;
  margin-inline-end: auto;
  color: ${({ theme }) => theme.color.ink};
  text-decoration: none;
  line-height: 1.2;
  strong {
    display: block;
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.1875rem;
    font-weight: 600;
    letter-spacing: -0.01em;
  }
  small {
    display: block;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: 0.8125rem;
  }
`;

const Links = styled.ul.attrs({ role: 'list' })`
  display: none;
  gap: 0.25rem;
  @media (min-width: 62rem) {
    display: flex;
  }
  a {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    padding-inline: 0.75rem;
    border-radius: ${({ theme }) => theme.radius.s};
    color: ${({ theme }) => theme.color.ink};
    font-weight: 560;
    text-decoration: none;
  }
  a:hover {
    text-decoration: underline;
  }
  a[aria-current] {
    box-shadow: inset 0 -3px 0 ${({ theme }) => theme.color.accent};
    @media (forced-colors: active) {
      text-decoration: underline;
    }
  }
`;

const MenuButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  padding: 0.25rem 0.75rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.s};
  background: none;
  font-weight: 600;
  cursor: pointer;
  @media (min-width: 62rem) {
    display: none;
  }
`;

const Call = styled.a`
  display: none;
  align-items: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  font-weight: 650;
  white-space: nowrap;
  text-decoration: none;
  @media (min-width: 75rem) {
    display: inline-flex;
  }
`;

/** The bar at the top of every page; on small screens its links stand in a drawer. */
export function SiteHeader() {
  const { frame } = useSite();
  const { agent, brokerage } = frame.settings;
  return (
    <>
      <Bar>
        <Row>
          <Brand href="/">
            <img src="/brand/mark.svg" width={40} height={40} alt="" />
            <span>
              <strong>{agent.name}</strong>
              <small>{brokerage.name}</small>
            </span>
          </Brand>
          <nav aria-label="Main">
            <Links>
              <MenuLinks items={frame.primary} />
            </Links>
          </nav>
          <Call href={`tel:${agent.phoneDial}`}>
            <Icon name="phone" size={20} />
            {agent.phone}
          </Call>
          <MenuButton type="button" popoverTarget={SITE_MENU_ID}>
            <Icon name="menu" />
            Menu
          </MenuButton>
        </Row>
      </Bar>
      <SiteDrawer>
        <MenuLinks items={frame.primary} />
      </SiteDrawer>
    </>
  );
}

function MenuLinks({ items }: { items: readonly MenuItem[] }) {
  const { pathname } = useLocation();
  return items.map((item) => (
    <li key={item.id}>
      <SiteLink link={linkOf(item)} aria-current={currentOf(item.path, pathname)} />
      {item.children.length > 0 && (
        <ul role="list">
          <MenuLinks items={item.children} />
        </ul>
      )}
    </li>
  ));
}

/** `page` for the page itself, `true` for a page below it. */
function currentOf(path: string, pathname: string): 'page' | 'true' | undefined {
  if (path === pathname) return 'page';
  return path !== '/' && pathname.startsWith(`${path}/`) ? 'true' : undefined;
}
