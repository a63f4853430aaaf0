import type { PictureAddresses } from './pictures.ts';

/** Matches any tag of serialized HTML, where every value is in double quotes and text contains no literal `<`. */
const TAG = /<\/?([a-z][\w-]*)((?:\s+[^\s"'<>/=]+="[^"]*")*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)="([^"]*)"/g;
const WRITTEN_HERE = new Set(['src', 'srcset', 'sizes', 'width', 'height', 'loading', 'decoding']);
/** Maximum device pixels per CSS pixel. A higher density makes no visible difference. */
const DENSITY = 2;

/**
 * Gives every `<img>` and poster in sanitized HTML a URL on our own origin. Images also receive `srcset`, `sizes`,
 * dimensions and lazy loading. Pictures that may not be shown are removed; our own drawings stay. The HTML must come
 * from a serializer.
 */
export function withOwnPictures(html: string, pictures: PictureAddresses): string {
  if (!/<(?:img|video)\b/i.test(html)) return html;
  // Match all tags, so that text inside an attribute is never mistaken for a tag.
  return html.replace(TAG, (tag: string, name: string, written: string) => {
    if (name === 'img') return ownImage(readAttributes(written), pictures);
    return name === 'video' ? ownPoster(tag, readAttributes(written), pictures) : tag;
  });
}

type Attributes = ReadonlyMap<string, string>;

function readAttributes(written: string): Attributes {
  return new Map(
    [...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, decodeHtml(value)]),
  );
}

function ownImage(attributes: Attributes, pictures: PictureAddresses): string {
  const shown = { width: pixels(attributes, 'width'), height: pixels(attributes, 'height') };
  const measured = shown.width > 0 && shown.height > 0;
  const { url, width } = largestFile(attributes);
  const useful = measured ? Math.min(width || Number.POSITIVE_INFINITY, DENSITY * shown.width) : 0;
  const own = isOwnPath(url)
    ? { src: url }
    : pictures.address({ url, width: useful, height: measured ? (useful * shown.height) / shown.width : 0 });
  if (!own) return '';
  const size = measured ? shown : { width: own.width, height: own.height };
  const tag = new Map([['src', own.src]]);
  for (const [name, value] of attributes) if (!WRITTEN_HERE.has(name)) tag.set(name, value);
  if (size.width && size.height) {
    tag.set('width', String(size.width));
    tag.set('height', String(size.height));
    if (own.srcSet !== undefined) {
      tag.set('srcset', own.srcSet);
      tag.set('sizes', `auto, (min-width: ${size.width}px) ${size.width}px, 100vw`);
    }
  }
  tag.set('loading', 'lazy');
  tag.set('decoding', 'async');
  return `<img${[...tag].map(([name, value]) => ` ${name}="${encodeHtml(value)}"`).join('')}>`;
}

/** Returns the largest file that an `<img>` refers to. WordPress generates the others from it. */
function largestFile(attributes: Attributes): { url: string; width: number } {
  let largest = { url: attributes.get('src') ?? '', width: 0 };
  for (const candidate of (attributes.get('srcset') ?? '').split(/,\s+/)) {
    const [, url, width] = /^\s*(\S+)\s+(\d+)w\s*$/.exec(candidate) ?? [];
    if (url !== undefined && Number(width) > largest.width) largest = { url, width: Number(width) };
  }
  return largest;
}

function ownPoster(tag: string, attributes: Attributes, pictures: PictureAddresses): string {
  const poster = attributes.get('poster');
  if (poster === undefined || isOwnPath(poster)) return tag;
  const own = pictures.address({ url: poster });
  return tag.replace(/\sposter="[^"]*"/, () => (own ? ` poster="${encodeHtml(own.src)}"` : ''));
}

function isOwnPath(address: string): boolean {
  return /^\/(?!\/)/.test(address);
}

function pixels(attributes: Attributes, name: string): number {
  const value = attributes.get(name) ?? '';
  return /^\d{1,5}$/.test(value) ? Number(value) : 0;
}

/** The characters that serializers encode as entities. The ampersand comes first because all entities contain it. */
const ENTITIES = [
  ['&', '&amp;'],
  ['\u00a0', '&nbsp;'],
  ['"', '&quot;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
] as const;

/** Escapes text as an HTML serializer does, for text content and attributes in double quotes. */
function encodeHtml(text: string): string {
  return ENTITIES.reduce((written, [character, entity]) => written.replaceAll(character, entity), text);
}

function decodeHtml(written: string): string {
  return ENTITIES.reduceRight((text, [character, entity]) => text.replaceAll(entity, character), written);
}
