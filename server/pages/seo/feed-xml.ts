/** A list of posts or comments for feed readers. All URLs are absolute. */
export interface Feed {
  title: string;
  description: string;
  /** The URL of the page with the same posts or comments. */
  page: string;
  /** The URL of the feed itself. */
  self: string;
  items: readonly FeedItem[];
}

/** A post or comment in a feed. */
export interface FeedItem {
  /** WordPress's GUID, by which feed readers recognize the item; null if its URL serves as the GUID. */
  guid: string | null;
  address: string;
  title: string;
  /** ISO 8601, in UTC. */
  date: string;
  /** ISO 8601, in UTC. */
  modified: string;
  author: string;
  categories: readonly string[];
  excerpt: string;
  /** HTML; null for feeds of excerpts. */
  content: string | null;
}

/** The first line of every XML file. */
export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function rssXml({ title, description, page, self, items }: Feed): string {
  const changed = newestOf(items);
  return [
    `${XML_DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">`,
    `<channel><title>${escapeXml(title)}</title><link>${escapeXml(page)}</link>`,
    `<description>${escapeXml(description)}</description><language>en-us</language>`,
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...(changed === null ? [] : [`<lastBuildDate>${new Date(changed).toUTCString()}</lastBuildDate>`]),
    ...items.map((item) =>
      [
        '<item>',
        `<title>${escapeXml(item.title)}</title>`,
        `<link>${escapeXml(item.address)}</link>`,
        `<guid isPermaLink="${item.guid === null}">${escapeXml(item.guid ?? item.address)}</guid>`,
        `<pubDate>${new Date(item.date).toUTCString()}</pubDate>`,
        `<dc:creator>${escapeXml(item.author)}</dc:creator>`,
        ...item.categories.map((name) => `<category>${escapeXml(name)}</category>`),
        `<description>${escapeXml(item.excerpt)}</description>`,
        ...(item.content === null ? [] : [`<content:encoded>${escapeXml(item.content)}</content:encoded>`]),
        '</item>',
      ].join(''),
    ),
    '</channel></rss>\n',
  ].join('\n');
}

export function atomXml({ title, description, page, self, items }: Feed): string {
  return [
    `${XML_DECLARATION}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en-us">`,
    `<title>${escapeXml(title)}</title><subtitle>${escapeXml(description)}</subtitle><id>${escapeXml(self)}</id>`,
    `<link rel="alternate" type="text/html" href="${escapeXml(page)}"/><link rel="self" href="${escapeXml(self)}"/>`,
    `<updated>${newestOf(items) ?? new Date(0).toISOString()}</updated>`,
    ...items.map((item) =>
      [
        '<entry>',
        `<title>${escapeXml(item.title)}</title>`,
        `<id>${escapeXml(item.guid ?? item.address)}</id>`,
        `<link rel="alternate" type="text/html" href="${escapeXml(item.address)}"/>`,
        `<published>${item.date}</published><updated>${item.modified}</updated>`,
        `<author><name>${escapeXml(item.author)}</name></author>`,
        ...item.categories.map((name) => `<category term="${escapeXml(name)}"/>`),
        `<summary>${escapeXml(item.excerpt)}</summary>`,
        ...(item.content === null ? [] : [`<content type="html">${escapeXml(item.content)}</content>`]),
        '</entry>',
      ].join(''),
    ),
    '</feed>\n',
  ].join('\n');
}

/** Makes the URLs in sanitized HTML absolute, because feed readers show it outside of the site. Removes `srcset`. */
export function withAbsoluteUrls(html: string, origin: string): string {
  return html.replace(/ srcset="[^"]*"/g, '').replace(/ (href|src|poster)="(?=\/(?!\/))/g, ` $1="${origin}`);
}

/** Escapes text for XML and removes characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function newestOf(items: readonly FeedItem[]): string | null {
  return (
    items
      .map(({ modified }) => modified)
      .sort()
      .at(-1) ?? null
  );
}
