import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

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

const footer = import.meta.env.SSR || import.meta.env.DEV ? () => <SiteFooter /> : () => null;

/** The skip link, header and footer around every page. */
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

interface StillProps {
  /** Id in the document, used to find the server's HTML. */
  id: string;
  /** Called on the server, and by the browser in mock mode. Otherwise, the browser reuses the server's HTML. */
  render: () => ReactNode;
}

/**
 * A part of the page that never changes in the browser. The browser keeps the server's HTML, so visitors download
 * neither its code nor its data.
 */
function Still({ id, render }: StillProps) {
  const [html] = useState(() => (import.meta.env.SSR ? '' : (document.getElementById(id)?.innerHTML ?? '')));
  // In mock mode, there is no server, so the browser renders it.
  if (import.meta.env.SSR || (import.meta.env.DEV && html === '')) return <div id={id}>{render()}</div>;
  return <div id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
