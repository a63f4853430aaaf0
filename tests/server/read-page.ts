import { JSDOM } from 'jsdom';

const { window } = new JSDOM('');

/**
 * Parses a page, which has the `URL` `url`. It has no window, and its styles are not read: they would take two thirds of
 * the time. So `href` and other properties do not resolve addresses.
 */
export function parseHtml(html: string, url = 'about:blank'): Document {
  const document = new window.DOMParser().parseFromString(html, 'text/html');
  return Object.defineProperty(document, 'URL', { value: url });
}

/** Returns the document of a page. Each page is requested only once. */
export type ReadPage = (path: string) => Promise<Document>;

/** Returns the texts that a form of such a page would submit. */
export function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new window.FormData(form)].filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  );
  return Object.fromEntries(texts);
}

/** Parses a feed or a sitemap. */
export function parseXml(xml: string): Document {
  return new window.DOMParser().parseFromString(xml, 'text/xml');
}

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
  return parseHtml(await response.text(), url);
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
