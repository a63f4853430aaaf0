import { useLocation } from 'react-router-dom';
import styled, { createGlobalStyle, keyframes } from 'styled-components';
import { formIds } from '../contracts/leads/lead-request.ts';
import { PATH_ALIASES } from '../contracts/path-aliases.ts';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { BOTTOM_BAR_HEIGHT } from '../ui/layout/bottom-bar-height.ts';
import { BottomBar } from '../ui/layout/bottom-bar.tsx';
import { Icon } from '../ui/theme/icon.tsx';
import { ButtonLink } from '../ui/text/site-link.tsx';
import { useSiteAppData } from './site-app-data.ts';

/** Makes sections with a form, and the footer, cover the bar while they are at the bottom of the screen. */
const Covers = createGlobalStyle`
  @media (max-width: 47.99rem) {
    [data-placement]:has(form:not([role='search'])),
    #site-footer {
      position: relative;
      z-index: 6;
    }
    /* At the end of the page, the footer also covers the space that the bar takes up in the layout. */
    main:not(:has([data-placement='connect-bar'])) + #site-footer {
      margin-block-start: calc(-1 * ${BOTTOM_BAR_HEIGHT});
    }
  }
`;

const appear = keyframes`
  from, 80% { visibility: hidden; translate: 0 100%; }
  to { visibility: visible; translate: 0 0; }
`;

const Bar = styled(BottomBar)`
  /* For large text: two rows instead of a page that is wider than the screen. */
  flex-wrap: wrap;
  /* At the top of a page, the header has a call button, and the bar would cover the start of the text. */
  @supports (animation-timeline: scroll()) {
    animation: ${appear} linear both;
    animation-timeline: scroll(root);
    animation-range: 0 12rem;
  }
  > a {
    flex: auto;
    padding-inline: 0.75rem;
  }
  &:focus-within {
    z-index: 7;
  }
  /* A page may have its own bar. */
  main:has([data-placement='connect-bar']) > & {
    display: none;
  }
  main:has(form :focus) > & {
    visibility: hidden;
    animation: none;
  }
`;

const CONTACT = '/contact';

/** Returns the link to the page's form, or to the contact page; null on a contact page without a form. */
export function contactHref(placements: readonly ResolvedPlacement[], pathname: string): string | null {
  const form = placements.find(({ block }) => formIds.some((id) => id === block));
  if (form) return `#${form.key}`;
  return (PATH_ALIASES.get(pathname) ?? pathname) === CONTACT ? null : CONTACT;
}

/**
 * A bar with a call and a message button at the bottom of small screens, on every page without its own `connect-bar`.
 * It is hidden behind forms and the footer, while a form has the focus and, in browsers with scroll-driven animations,
 * at the top of the page.
 */
export function SiteConnectBar({ placements }: { placements: readonly ResolvedPlacement[] }) {
  const { agent } = useSiteAppData().frame.settings;
  const href = contactHref(placements, useLocation().pathname);
  return (
    <>
      <Covers />
      <Bar>
        <ButtonLink link={{ href: `tel:${agent.phoneDial}`, text: 'Call', newTab: false }} $look="outline">
          <Icon name="phone" size={20} />
          Call
        </ButtonLink>
        {href !== null && <ButtonLink link={{ href, text: 'Send a message', newTab: false }} />}
      </Bar>
    </>
  );
}
