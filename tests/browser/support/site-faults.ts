import { addressOf, linksOf, referencesOf, type Crawl } from './crawl-site.ts';

/** A crawled HTML page, with its address. */
interface ReadablePage {
  path: string;
  document: Document;
}

/** Returns the HTML pages that responded with 200, in crawl order. */
export function readablePages(crawl: Crawl): ReadablePage[] {
  return [...crawl].flatMap(([path, { status, document }]) =>
    status === 200 && document ? [{ path, document }] : [],
  );
}

/** Returns the canonical address that a page declares, or null. */
export function canonicalOf(document: Document): string | null {
  const href = document.querySelector('link[rel=canonical]')?.getAttribute('href');
  const url = href ? URL.parse(href, document.URL) : null;
  return url ? addressOf(url) : null;
}

export function descriptionOf(document: Document): string {
  return document.querySelector('meta[name=description]')?.getAttribute('content') ?? '';
}

export function robotsOf(document: Document): string {
  return document.querySelector('meta[name=robots]')?.getAttribute('content') ?? '';
}

/** Lists addresses of the site that do not respond with 200, each with the pages that refer to it. */
export function deadAddresses(crawl: Crawl): string[] {
  return [...crawl].flatMap(([address, { status, location }]) => {
    if (status === 200) return [];
    const from = readablePages(crawl).filter(({ document }) =>
      referencesOf(document).some(
        ({ url }) => url.origin === new URL(document.URL).origin && addressOf(url) === address,
      ),
    );
    const target = location === null ? '' : ` to ${location}`;
    return [
      `${address} answers ${status}${target}, from: ${from.map(({ path }) => path).join(', ') || 'none'}`,
    ];
  });
}

/** Lists links to fragments that do not exist. */
export function deadAnchors(crawl: Crawl): string[] {
  return readablePages(crawl).flatMap(({ path, document }) =>
    linksOf(document).flatMap(({ url, element }) => {
      if (url.origin !== new URL(document.URL).origin || !element.getAttribute('href')?.includes('#'))
        return [];
      const target = crawl.get(addressOf(url))?.document;
      const id = decodeURIComponent(url.hash.slice(1));
      return id !== '' && target?.getElementById(id) ? [] : [`${path}: ${addressOf(url)}${url.hash || '#'}`];
    }),
  );
}

/**
 * Lists malformed phone and mail links, links with other schemes, and links to another site or tab without
 * `rel=noopener`.
 */
export function unsafeLinks(crawl: Crawl): string[] {
  return readablePages(crawl).flatMap(({ path, document }) =>
    linksOf(document).flatMap(({ url, element }) => {
      const href = element.getAttribute('href') ?? '';
      if (url.protocol === 'tel:') return /^tel:\+1\d{10}$/.test(href) ? [] : [`${path}: ${href}`];
      if (url.protocol === 'mailto:')
        return /^mailto:[^\s@]+@[^\s@]+$/.test(href) ? [] : [`${path}: ${href}`];
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return [`${path}: ${href}`];
      const elsewhere = url.origin !== new URL(document.URL).origin;
      const rel = (element.getAttribute('rel') ?? '').split(/\s+/);
      const opens = elsewhere || element.getAttribute('target') === '_blank';
      return opens && !rel.includes('noopener') ? [`${path}: ${href} without rel=noopener`] : [];
    }),
  );
}

/** Lists images without an `alt` attribute, and images whose `alt` is a file name. */
export function wordlessPictures(crawl: Crawl): string[] {
  return readablePages(crawl).flatMap(({ path, document }) =>
    [...document.querySelectorAll('img')]
      .filter((image) => !image.hasAttribute('alt') || /\.(svg|png|jpe?g|webp|avif|gif)$/i.test(image.alt))
      .map((image) => `${path}: ${image.src}`),
  );
}

/** Lists texts that are empty or used by several pages, each with those pages. */
export function shared(said: readonly (readonly [path: string, text: string])[]): string[] {
  const paths = Map.groupBy(said, ([, text]) => text);
  return [...paths].flatMap(([text, of]) =>
    of.length > 1 || text === '' ? [`"${text}": ${of.map(([path]) => path).join(', ')}`] : [],
  );
}
