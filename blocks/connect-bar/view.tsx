import styled, { createGlobalStyle } from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { Icon } from '../../src/ui/icon.tsx';
import { ButtonLink } from '../../src/ui/site-link.tsx';
import { VisuallyHidden } from '../../src/ui/visually-hidden.ts';
import type block from './block.ts';

/**
 * Makes the bar stick within the page instead of within its placement, and keeps it from covering the focused element.
 * The bar is sticky, not fixed: below its placement, it must not cover its link's target or the footer.
 */
const Around = createGlobalStyle`
  [data-placement='connect-bar'] {
    display: contents;
  }
  @media (max-width: 47.99rem) {
    html:has([data-placement='connect-bar']) {
      scroll-padding-block-end: 5.5rem;
    }
    /* If the target directly follows the bar, no part of the bar is visible above it. */
    [data-placement='connect-bar'] + [data-placement] {
      scroll-margin-block-start: -1.5rem;
    }
  }
`;

const Bar = styled.div`
  display: none;
  @media (max-width: 47.99rem) {
    position: sticky;
    z-index: 5;
    inset-block-end: 0;
    display: flex;
    align-items: center;
    gap: 0.75rem;
    padding: 0.6rem ${({ theme }) => theme.space.gutter} calc(0.6rem + env(safe-area-inset-bottom));
    border-block-start: 3px solid ${({ theme }) => theme.color.accent};
    background: ${({ theme }) => theme.color.surface};
    p {
      flex: 1;
      font-size: ${({ theme }) => theme.type.small};
      font-weight: 560;
      line-height: 1.3;
    }
  }
  @media print {
    display: none;
  }
`;

const Call = styled(ButtonLink)`
  width: 3rem;
  padding: 0;
  border-color: ${({ theme }) => theme.color.line};
`;

/** A bar at the bottom of small screens, with a button and an optional call link. Hidden on larger screens. */
export default function ConnectBarView({ text, link, call }: PropsOf<typeof block>) {
  return (
    <>
      <Around />
      <Bar>
        {text && <p>{text}</p>}
        {call && (
          <Call link={call} $look="outline">
            <Icon name="phone" size={20} />
            <VisuallyHidden>{call.text || 'Call'}</VisuallyHidden>
          </Call>
        )}
        <ButtonLink link={link}>{link.text || 'Connect'}</ButtonLink>
      </Bar>
    </>
  );
}
