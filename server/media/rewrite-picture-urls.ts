import { objectPosition, type PictureAttributes } from './picture-address.ts';
import type { PictureUrlMapper } from './pictures.ts';

/** Matches any tag of serialized HTML, where every value is in double quotes and text contains no literal `<`. */
const TAG = /<\/?([a-z][\w-]*)((?:\s+[^\s"'<>/=]+="[^"]*")*)\s*\/?>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)="([^"]*)"/g;
/** The attributes of an `<img>` that `ownImage` sets itself. */
const WRITTEN_HERE = new Set(['src', 'srcset', 'sizes', 'width', 'height', 'loading', 'decoding']);
/** Maximum device pixels per CSS pixel. A higher density makes no visible difference. */
const DENSITY = 2;

/** Larger than every served width, so that links lead to the largest one. */
const MAX_SIDE_PX = 10_000;
const PICTURE_FILE = /\.(?:avif|gif|jpe?g|png|webp)(?=$|[?#"])/i;

/** Looks up pictures in the media library. */
interface Media {
  get(id: number): NamedPicture | undefined;
}

interface NamedPicture {
  url: string;
  modified: string;
  focus: { x: number; y: number } | null;
}

/** Pictures of the media library, by their URL without a size suffix. */
type Named = ReadonlyMap<string, NamedPicture>;

/**
 * Gives every `<img>`, poster and link to a picture file in sanitized HTML a URL on our own origin, unless it has one.
 * Images are loaded lazily and, if their size is known, also receive dimensions, `srcset` and `sizes`. An image that may
 * not be shown is removed, and its URL is passed to `onRemoved`; such a poster is removed, and such a link stays. The
 * HTML must come from a serializer.
 */
export function rewritePictureUrls(
  html: string,
  given: PictureUrlMapper,
  media?: Media,
  onRemoved: (url: string) => void = () => {},
): string {
  if (!/<(?:img|video)\b/i.test(html) && !PICTURE_FILE.test(html)) return html;
  const named = media ? namedMedia(html, media) : new Map<string, NamedPicture>();
  const pictures = withModified(given, named);
  // Match all tags, so that text inside an attribute is never mistaken for a tag.
  return html.replace(TAG, (tag: string, name: string, written: string) => {
    if (name === 'img') {
      const attributes = readAttributes(written);
      const image = ownImage(attributes, pictures, named);
      if (image === '') onRemoved(attributes.get('src') ?? '');
      return image;
    }
    if (name === 'a') return ownLink(tag, readAttributes(written), pictures);
    return name === 'video' ? ownPoster(tag, readAttributes(written), pictures) : tag;
  });
}

/**
 * Returns the `<img>` elements of sanitized HTML whose picture is not on our own origin: `address` is the `src`, and
 * `file` is the URL of the largest file.
 */
export function externalPicturesIn(html: string): { address: string; file: string }[] {
  const found = new Map<string, { address: string; file: string }>();
  for (const [, name, written = ''] of html.matchAll(TAG)) {
    if (name !== 'img') continue;
    const attributes = readAttributes(written);
    const address = attributes.get('src') ?? '';
    const { url: file } = largestFile(attributes);
    if (!isRootRelativeUrl(file)) found.set(address, { address, file });
  }
  return [...found.values()];
}

/** Returns the pictures of the media library to which `wp-image-<id>` classes in the HTML refer. */
function namedMedia(html: string, media: Media): Named {
  const all = new Map<string, NamedPicture>();
  for (const [, id] of html.matchAll(/\bwp-image-(\d+)\b/g)) {
    const named = media.get(Number(id));
    if (named) all.set(withoutSize(named.url), named);
  }
  return all;
}

function withModified(pictures: PictureUrlMapper, named: Named): PictureUrlMapper {
  return {
    address(original) {
      const modified = named.get(withoutSize(original.url))?.modified ?? '';
      return pictures.address(modified === '' ? original : { ...original, modified });
    },
  };
}

/**
 * Removes the suffix that WordPress adds to the names of resized files: `a-300x200.jpg` and `a-scaled.jpg` become
 * `a.jpg`.
 */
function withoutSize(url: string): string {
  return url.replace(/-(?:\d+x\d+|scaled)(?=\.\w+$)/, '');
}

type Attributes = ReadonlyMap<string, string>;

function readAttributes(written: string): Attributes {
  return new Map(
    [...written.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, decodeHtml(value)]),
  );
}

function ownImage(attributes: Attributes, pictures: PictureUrlMapper, named: Named): string {
  const shown = { width: pixels(attributes, 'width'), height: pixels(attributes, 'height') };
  const measured = shown.width > 0 && shown.height > 0;
  const { url, width } = largestFile(attributes);
  const useful = measured ? Math.min(width || Number.POSITIVE_INFINITY, DENSITY * shown.width) : 0;
  const own: PictureAttributes | null = isRootRelativeUrl(url)
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
  // Read by `html-to-elements.tsx`, because the Content-Security-Policy forbids `style` attributes.
  if (own.placeholder) tag.set('data-placeholder', own.placeholder);
  const focus = named.get(withoutSize(url))?.focus;
  if (focus) tag.set('data-focus', objectPosition(focus));
  tag.set('loading', 'lazy');
  tag.set('decoding', 'async');
  return `<img${[...tag].map(([name, value]) => ` ${name}="${encodeHtml(value)}"`).join('')}>`;
}

/** Returns the largest file that an `<img>` refers to, and its width in pixels; 0 if unknown. */
function largestFile(attributes: Attributes): { url: string; width: number } {
  let largest = { url: attributes.get('src') ?? '', width: 0 };
  for (const candidate of (attributes.get('srcset') ?? '').split(/,\s+/)) {
    const [, url, width] = /^\s*(\S+)\s+(\d+)w\s*$/.exec(candidate) ?? [];
    if (url !== undefined && Number(width) > largest.width) largest = { url, width: Number(width) };
  }
  return largest;
}

function ownPoster(tag: string, attributes: Attributes, pictures: PictureUrlMapper): string {
  const poster = attributes.get('poster');
  if (poster === undefined || isRootRelativeUrl(poster)) return tag;
  const own = pictures.address({ url: poster });
  return tag.replace(/\sposter="[^"]*"/, () => (own ? ` poster="${encodeHtml(own.src)}"` : ''));
}

function ownLink(tag: string, attributes: Attributes, pictures: PictureUrlMapper): string {
  const url = attributes.get('href');
  if (url === undefined || isRootRelativeUrl(url) || !PICTURE_FILE.test(url)) return tag;
  const own = pictures.address({ url, width: MAX_SIDE_PX, height: MAX_SIDE_PX });
  return own ? tag.replace(/\shref="[^"]*"/, () => ` href="${encodeHtml(own.src)}"`) : tag;
}

/** Returns whether an address is a path on our own origin. */
export function isRootRelativeUrl(address: string): boolean {
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

/** Decodes text that `encodeHtml` or an HTML serializer has escaped. */
export function decodeHtml(written: string): string {
  return ENTITIES.reduceRight((text, [character, entity]) => text.replaceAll(entity, character), written);
}
