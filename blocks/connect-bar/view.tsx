import { createGlobalStyle } from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { BottomBar, CallLink } from '../../src/ui/layout/bottom-bar.tsx';
import { ButtonLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';

/**
 * Makes the bar stick within the page instead of within its placement. The bar is sticky, not fixed, so that it does not
 * cover what comes after its placement: usually the section that its link leads to, and the footer.
 */
const Around = createGlobalStyle`
  [data-placement='connect-bar'] {
    display: contents;
  }
  @media (max-width: 47.99rem) {
    /* Scrolls a target that directly follows the bar so far up that no part of the bar is visible above it. */
    [data-placement='connect-bar'] + [data-placement] {
      scroll-margin-block-start: -1.5rem;
    }
  }
`;

/** A bar at the bottom of small screens, with a button and an optional call link. Hidden on larger screens. */
export default function ConnectBarView({ text, link, call }: PropsOf<typeof block>) {
  return (
    <>
      <Around />
      <BottomBar>
        {text && <p>{text}</p>}
        {call && <CallLink link={call} />}
        <ButtonLink link={link}>{link.text || 'Connect'}</ButtonLink>
      </BottomBar>
    </>
  );
}
