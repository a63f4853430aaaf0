import { parseHtml } from '../../server/read-page.ts';

/** The site's response at one address. The crawler does not follow redirects. */
export interface Answer {
  status: number;
  /** The target of a redirect; null otherwise. */
  location: string | null;
  /** The parsed document of an HTML response; null otherwise. */
  document: Document | null;
}

/** Responses by path and query string. */
export type Crawl = ReadonlyMap<string, Answer>;

/** A URL that a page refers to, with the referring element. */
interface Reference {
  element: Element;
  url: URL;
}

/** Maximum number of addresses. A crawl exceeds it only if links keep generating new addresses. */
const MOST = 500;
const AT_ONCE = 8;

/** Requests `starts` and, recursively, every address of the site that a page links to or loads. */
export async function crawlSite(origin: string, starts: readonly string[]): Promise<Crawl> {
  const answers = new Map<string, Answer>();
  let waiting = new Set(starts);
  while (waiting.size > 0) {
    const found = new Set<string>();
    const paths = [...waiting];
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      const batch = paths.slice(at, at + AT_ONCE);
      const answered = await Promise.all(batch.map((path) => ask(origin, path)));
      for (const [index, answer] of answered.entries()) {
        const path = batch[index] ?? '';
        answers.set(path, answer);
        for (const next of addressesOf(answer, origin + path)) found.add(next);
      }
    }
    if (answers.size > MOST) throw new Error(`The site has more than ${MOST} addresses: ${paths.join(' ')}`);
    waiting = new Set([...found].filter((path) => !answers.has(path)));
  }
  return answers;
}

async function ask(origin: string, path: string): Promise<Answer> {
  const response = await fetch(origin + path, { redirect: 'manual' });
  const isHtml = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  const body = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location'),
    document: isHtml ? parseHtml(body, origin + path) : null,
  };
}

function addressesOf({ document }: Answer, base: string): string[] {
  if (!document) return [];
  const { origin } = new URL(base);
  return referencesOf(document)
    .filter(({ url }) => url.origin === origin)
    .map(({ url }) => addressOf(url));
}

/** Returns the path and query string of a URL, which are its key in a `Crawl`. */
export function addressOf(url: URL): string {
  return url.pathname + url.search;
}

export function linksOf(document: Document): Reference[] {
  return [...document.querySelectorAll('a[href]')].flatMap((element) => reference(element, 'href'));
}

/** Returns all links, images, scripts, frames, stylesheets and form targets of a page. */
export function referencesOf(document: Document): Reference[] {
  const by = (attribute: string, selector: string) =>
    [...document.querySelectorAll(selector)].flatMap((element) => reference(element, attribute));
  return [
    ...linksOf(document),
    ...by('src', 'img[src], script[src], iframe[src]'),
    ...by('href', 'link[href]'),
    ...by('content', 'meta[property="og:image"], meta[name="twitter:image"]'),
    ...by('action', 'form[action]:not([method="post" i])'),
    ...[...document.querySelectorAll('img[srcset], source[srcset]')].flatMap(sizesOf),
  ];
}

function sizesOf(element: Element): Reference[] {
  const sizes = (element.getAttribute('srcset') ?? '').split(',');
  return sizes.flatMap((size) => made(element, size.trim().split(/\s/)[0] ?? ''));
}

function reference(element: Element, attribute: string): Reference[] {
  return made(element, element.getAttribute(attribute) ?? '');
}

function made(element: Element, address: string): Reference[] {
  const url = URL.parse(address, element.ownerDocument.URL);
  return url ? [{ element, url }] : [];
}
