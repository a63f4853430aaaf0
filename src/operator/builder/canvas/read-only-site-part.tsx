import type { MouseEvent, ReactNode } from 'react';
import styled from 'styled-components';
import { useSession } from '../../use-session.ts';
import { elementAt, isElement } from '../inline-text/element-at.ts';

/** The settings screens where operators edit the header and the footer. */
const FORMS = {
  menus: { href: '/admin/settings/menus', label: 'Edit the menu' },
  site: { href: '/admin/settings/site', label: 'Edit name and contact details' },
} as const;
type Form = keyof typeof FORMS;

/**
 * Selects the elements around the builder's own links. All other links on the canvas belong to the page, and
 * `CanvasPage` disables them.
 */
export const TOOL_LINKS_SELECTOR = '[data-tool-links]';

const Part = styled.div`
  position: relative;
  cursor: pointer;
  &:is(:hover, :focus-within) {
    outline: 2px solid ${({ theme }) => theme.color.accent};
    outline-offset: -2px;
  }
`;

const Links = styled.div`
  position: absolute;
  z-index: 3;
  inset-block-start: 0.5rem;
  inset-inline-end: 0.5rem;
  display: flex;
  flex-wrap: wrap;
  gap: 0.4rem;
  justify-content: flex-end;
  opacity: 0;
  ${Part}:is(:hover, :focus-within) > & {
    opacity: 1;
  }
  @media (hover: none) {
    opacity: 1;
  }
  a {
    padding: 0.35rem 0.8rem;
    border-radius: 1rem;
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
    font-size: 0.8125rem;
    line-height: 1.4;
  }
`;

/**
 * Returns a function that opens a settings form in a new tab, so that unsaved changes of the page are not lost.
 * Returns null for editors, who may not change these settings.
 */
export function useOpenSettingsForm(): ((form: Form) => void) | null {
  const { session } = useSession();
  if (session?.operator.role !== 'operator') return null;
  return (form) => void window.open(FORMS[form].href, '_blank', 'noopener');
}

/** Whether an element is in a link to a phone number or an e-mail address, which usually come from the settings. */
export function isContactDetail(element: Element): boolean {
  return element.closest('a[href^="tel:"], a[href^="mailto:"]') !== null;
}

/**
 * Shows the header or the footer of the site. A click opens the settings form for the clicked part: the menu, or the
 * name and contact details. Does not respond to clicks of editors, who may not change these settings.
 */
export function ReadOnlySitePart({ children }: { children: ReactNode }) {
  const openForm = useOpenSettingsForm();
  if (!openForm) return <div inert>{children}</div>;
  const open = ({ currentTarget, clientX, clientY, target }: MouseEvent) => {
    if (isElement(target) && target.closest(TOOL_LINKS_SELECTOR)) return;
    openForm(elementAt(currentTarget, clientX, clientY)?.closest('nav') ? 'menus' : 'site');
  };
  return (
    <Part onClick={open}>
      <div inert>{children}</div>
      <Links data-tool-links>
        {Object.values(FORMS).map(({ href, label }) => (
          <a key={href} href={href} target="_blank" rel="noopener">
            {label}
          </a>
        ))}
      </Links>
    </Part>
  );
}
