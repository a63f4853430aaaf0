import { useState, type ReactNode } from 'react';

interface Props {
  /** Finds the server's HTML again; unique in the document. */
  id: string;
  /** Called while the server renders; a browser has the result already. */
  render: () => ReactNode;
}

/**
 * A part of the page that never changes in the browser. The server renders it; the browser keeps what it got, so
 * that neither its code nor its data are on a visitor's way.
 */
export function Still({ id, render }: Props) {
  const [html] = useState(() => (import.meta.env.SSR ? '' : (document.getElementById(id)?.innerHTML ?? '')));
  if (import.meta.env.SSR) return <div id={id}>{render()}</div>;
  return <div id={id} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
