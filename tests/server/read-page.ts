import { JSDOM } from 'jsdom';

/** Returns the document of a page. Each page is requested only once. */
export type ReadPage = (path: string) => Promise<Document>;

/** Creates a caching reader for the pages of a running site, whatever their status. */
export function readerOf(origin: string): ReadPage {
  const known = new Map<string, Promise<Document>>();
  return (path) => {
    const asked = known.get(path) ?? documentAt(origin + path);
    known.set(path, asked);
    return asked;
  };
}

async function documentAt(url: string): Promise<Document> {
  const response = await fetch(url);
  return new JSDOM(await response.text(), { url }).window.document;
}

/** Returns the element with this id. Throws if there is none. */
export function sectionAt(document: Document, id: string): Element {
  const element = document.getElementById(id);
  if (!element) throw new Error(`${document.URL} has no #${id}.`);
  return element;
}

/** Returns the text of an element with whitespace collapsed. Empty for null. */
export function wordsOf(element: Element | null): string {
  return (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
}
