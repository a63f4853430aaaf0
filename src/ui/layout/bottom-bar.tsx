import type { ReactNode } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import type { LinkValue } from '../../builder/field.ts';
import { Icon } from '../theme/icon.tsx';
import { ButtonLink } from '../text/site-link.tsx';
import { VisuallyHidden } from '../theme/visually-hidden.ts';
import { BOTTOM_BAR_HEIGHT } from './bottom-bar-height.ts';

/** Keeps the bar from covering the focused element. */
const Around = createGlobalStyle`
  @media (max-width: 47.99rem) {
    html {
      scroll-padding-block-end: 5.5rem;
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
    min-height: calc(${BOTTOM_BAR_HEIGHT});
    padding: 0 ${({ theme }) => theme.space.gutter} env(safe-area-inset-bottom);
    border-block-start: 3px solid ${({ theme }) => theme.color.accent};
    background: ${({ theme }) => theme.color.surface};
    p {
      flex: 1;
      min-width: 30%;
      font-size: ${({ theme }) => theme.type.small};
      font-weight: 560;
      line-height: 1.3;
    }
  }
  @media print {
    display: none;
  }
`;

/** A bar at the bottom of small screens, for the page's most important actions. Hidden on larger screens. */
export function BottomBar({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <>
      <Around />
      <Bar className={className}>{children}</Bar>
    </>
  );
}

const Call = styled(ButtonLink)`
  flex: none;
  width: 3rem;
  padding: 0;
  border-color: ${({ theme }) => theme.color.line};
`;

/** A telephone link that shows an icon; its text is for screen readers only. */
export function CallLink({ link }: { link: LinkValue }) {
  return (
    <Call link={link} $look="outline">
      <Icon name="phone" size={20} />
      <VisuallyHidden>{link.text || 'Call'}</VisuallyHidden>
    </Call>
  );
}
