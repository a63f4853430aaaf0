import styled from 'styled-components';
import { Icon } from '../ui/theme/icon.tsx';
import { Container } from '../ui/layout/section.tsx';
import { visuallyHiddenStyles, VisuallyHidden } from '../ui/theme/visually-hidden.ts';
import { useSiteAppData } from './site-app-data.ts';
import { HeaderMenu } from './header-menu.tsx';
import { MenuEntries } from './menu-entries.tsx';
import { drawerButtonProps, forwardAllProps, SiteDrawer } from './site-drawer.tsx';

const Bar = styled.header`
  position: sticky;
  inset-block-start: 0;
  z-index: 10;
  border-block-end: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.paper};
  /* The header does not move during a page transition. */
  view-transition-name: site-header;
  @media print {
    position: static;
    nav,
    button {
      display: none;
    }
  }
`;

const Row = styled(Container)`
  display: flex;
  align-items: center;
  gap: ${({ theme }) => theme.space.m};
  min-height: 4.5rem;
  /* Hide the whole nav and not only its list, because an empty element would still add a gap. */
  @media (width < 62rem) {
    nav {
      display: none;
    }
  }
  @media (width < 30rem) {
    gap: 0.5rem;
  }
`;

const Brand = styled.a`
  display: flex;
  align-items: center;
  gap: 0.75rem;
  min-width: 0;
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
  @media (width < 30rem) {
    gap: 0.5rem;
    img {
      width: 2.25rem;
    }
  }
  small {
    display: block;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: 0.8125rem;
  }
`;

const MenuButton = styled.button.withConfig(forwardAllProps)`
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
  @media (width < 30rem) {
    width: 2.75rem;
    padding: 0;
    justify-content: center;
    span {
      ${visuallyHiddenStyles}
    }
  }
`;

const Call = styled.a`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  font-weight: 650;
  white-space: nowrap;
  text-decoration: none;
  @media not print {
    @media (width < 75rem) {
      width: 2.75rem;
      border: 1px solid ${({ theme }) => theme.color.line};
      border-radius: ${({ theme }) => theme.radius.s};
      span {
        ${visuallyHiddenStyles}
      }
    }
  }
`;

/** The header of every page, with the menu's links and a call link. On small screens, the menu is in a drawer. */
export function SiteHeader() {
  const { frame } = useSiteAppData();
  const { agent, brokerage } = frame.settings;
  const hasMenu = frame.primary.length > 0;
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
          {hasMenu && (
            <nav aria-label="Main">
              <HeaderMenu items={frame.primary} />
            </nav>
          )}
          <Call href={`tel:${agent.phoneDial}`}>
            <Icon name="phone" size={20} />
            <span>
              <VisuallyHidden>Call </VisuallyHidden>
              {agent.phone}
            </span>
          </Call>
          {hasMenu && (
            <MenuButton {...drawerButtonProps.show}>
              <Icon name="menu" />
              <span>Menu</span>
            </MenuButton>
          )}
        </Row>
      </Bar>
      {hasMenu && (
        <SiteDrawer>
          <MenuEntries items={frame.primary} />
        </SiteDrawer>
      )}
    </>
  );
}
