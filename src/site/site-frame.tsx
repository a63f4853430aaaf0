import type { ReactNode } from 'react';
import styled from 'styled-components';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { Still } from '../ui/still.tsx';

const Skip = styled.a`
  position: absolute;
  z-index: 20;
  inset-block-start: 0.5rem;
  inset-inline-start: 0.5rem;
  padding: 0.75rem 1.25rem;
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.ink};
  color: ${({ theme }) => theme.color.paper};
  &:not(:focus) {
    clip-path: inset(50%);
  }
`;

const footer = import.meta.env.SSR ? () => <SiteFooter /> : () => null;

/** What stands around every page. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Skip href="#content">Skip to content</Skip>
      <SiteHeader />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Still id="site-footer" render={footer} />
    </>
  );
}
