import type { ReactNode } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import { backdropRgb } from '../contracts/brand.ts';
import { Icon } from '../ui/theme/icon.tsx';
import { useSiteAppData } from './site-app-data.ts';

/** The drawer's id. Its buttons refer to it. */
const SITE_MENU_ID = 'site-menu';

// React passes these attributes on, but its types do not include them yet.
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal' | 'close';
    commandfor?: string;
  }
}

/** The attributes of a button that opens or closes the drawer. */
export const drawerButtonProps = {
  show: { type: 'button', command: 'show-modal', commandfor: SITE_MENU_ID },
  hide: { type: 'button', command: 'close', commandfor: SITE_MENU_ID },
} as const;

/**
 * The `withConfig` options of dialogs and their buttons: pass all attributes to the element. Without them,
 * styled-components warns in development, because its list of known attributes predates those of dialogs.
 */
export const forwardAllProps = { shouldForwardProp: () => true };

/** Prevents the page behind the open drawer from scrolling. */
const Behind = createGlobalStyle`
  html:has(#${SITE_MENU_ID}[open]) {
    overflow: hidden;
    scrollbar-gutter: stable;
  }
`;

/**
 * A modal dialog, which the browser opens without JavaScript. It keeps the focus, and closes on Escape or a click
 * outside.
 */
const Drawer = styled.dialog.withConfig(forwardAllProps)`
  inset: 0 0 0 auto;
  width: min(22rem, 88vw);
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 1rem ${({ theme }) => theme.space.gutter} env(safe-area-inset-bottom);
  border: 0;
  border-inline-start: 1px solid ${({ theme }) => theme.color.line};
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  overflow-y: auto;
  overscroll-behavior: contain;
  &::backdrop {
    background: rgb(${backdropRgb} / 55%);
  }
  @media (prefers-reduced-motion: no-preference) {
    transition:
      translate 0.22s ease-out,
      display 0.22s allow-discrete,
      overlay 0.22s allow-discrete;
    translate: 100% 0;
    &[open] {
      translate: 0 0;
    }
    @starting-style {
      &[open] {
        translate: 100% 0;
      }
    }
  }
  nav ul {
    margin-block: 1rem 0.5rem;
  }
  nav :is(li > a, li > span, summary) {
    display: flex;
    align-items: center;
    min-height: 3.25rem;
    border-block-end: 1px solid ${({ theme }) => theme.color.line};
    color: inherit;
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.375rem;
    text-decoration: none;
  }
  nav a[aria-current] {
    color: ${({ theme }) => theme.color.accent};
  }
  nav ul ul {
    margin: 0;
    padding-inline-start: 1rem;
    :is(li > a, li > span, summary) {
      min-height: 2.75rem;
      font-family: ${({ theme }) => theme.font.body};
      font-size: 1.0625rem;
    }
  }
  nav summary::after {
    content: '+';
    margin-inline-start: auto;
  }
  nav details[open] > summary::after {
    content: '−';
  }
`;

const Close = styled.button.withConfig(forwardAllProps)`
  display: flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  margin-inline-start: auto;
  padding: 0.25rem 0.75rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.s};
  background: none;
  font-weight: 600;
  cursor: pointer;
`;

/** The call link stays at the bottom of the drawer while a long menu scrolls. */
const Call = styled.a`
  position: sticky;
  inset-block-end: 0;
  display: flex;
  align-items: center;
  gap: 0.6rem;
  min-height: 3.5rem;
  background: ${({ theme }) => theme.color.surface};
  font-weight: 650;
`;

/** The header's menu and a call link on small screens. Following a link closes the drawer. */
export function SiteDrawer({ children }: { children: ReactNode }) {
  const { agent } = useSiteAppData().frame.settings;
  return (
    <>
      <Behind />
      <Drawer
        id={SITE_MENU_ID}
        aria-label="Menu"
        closedby="any"
        // The visitor may have opened it before hydration.
        suppressHydrationWarning
      >
        <Close {...drawerButtonProps.hide}>
          <Icon name="close" />
          Close
        </Close>
        <nav aria-label="Pages">
          <ul role="list">{children}</ul>
        </nav>
        <Call href={`tel:${agent.phoneDial}`}>
          <Icon name="phone" size={20} />
          Call {agent.phone}
        </Call>
      </Drawer>
    </>
  );
}
