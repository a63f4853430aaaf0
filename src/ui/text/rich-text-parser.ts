import { useSyncExternalStore, type ReactNode } from 'react';

/** Converts sanitized HTML to React elements. */
type RichTextParser = (html: string) => ReactNode;

let parser: RichTextParser | null = null;
const listeners = new Set<() => void>();

/**
 * Loads the rich text parser. The server loads it before rendering; the browser loads it with the data of the next page,
 * or when text changes before that. Rejects if the code does not load.
 */
export async function loadRichTextParser(): Promise<void> {
  if (parser) return;
  parser = (await import('./html-to-elements.tsx')).htmlToElements;
  for (const listener of listeners) listener();
}

/** Returns the rich text parser, or null until its code is loaded. */
export function useRichTextParser(): RichTextParser | null {
  return useSyncExternalStore(subscribe, current, current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): RichTextParser | null {
  return parser;
}
