import { createHash } from 'node:crypto';
import {
  MAX_AVIF_WIDTH,
  MAX_WIDTH,
  parsePictureWidth,
  PICTURE_WIDTHS,
  servedWidth,
  USUAL_WIDTH,
} from './picture-widths.ts';

/** `plain`: JPEG, or PNG if parts of the picture are transparent. */
export type PictureFormat = 'avif' | 'webp' | 'plain';

/** The attributes an `<img>` needs to show a picture from our own origin. Sizes in pixels, absent if unknown. */
export interface PictureAttributes {
  src: string;
  srcSet?: string;
  width?: number;
  height?: number;
  /** The picture's average color, for CSS; absent while unknown, and for pictures with transparent parts. */
  placeholder?: string;
}

/** Returns a focal point, 0 to 1 from the left and from the top, as CSS `object-position`. */
export function objectPosition({ x, y }: { x: number; y: number }): string {
  const percent = (share: number) => `${Math.round(share * 1000) / 10}%`;
  return `${percent(x)} ${percent(y)}`;
}

/** Returns a picture's key in our URLs. A replaced file has a new URL or date, and therefore a new key. */
export function pictureKey(url: string, modified = ''): string {
  return createHash('sha256').update(`${url} ${modified}`).digest('base64url').slice(0, 16);
}

/**
 * Returns a picture's URL, with `srcset` candidates if its size is known. No candidate is wider than the original.
 * `ending` is the extension in the URLs.
 */
export function pictureAttributes(
  key: string,
  size: { width: number; height: number } | null,
  ending: '' | '.webp' = '',
): PictureAttributes {
  const addressOf = (width: number) => `/media/${key}/${width}${ending}`;
  if (!size) return { src: addressOf(USUAL_WIDTH) };
  const width = Math.min(size.width, MAX_WIDTH);
  const height = Math.max(1, Math.round((size.height * width) / size.width));
  const widest = servedWidth(size.width);
  const candidates = PICTURE_WIDTHS.filter((each) => each <= widest).map(
    (each) => `${addressOf(each)} ${Math.min(each, width)}w`,
  );
  return {
    src: addressOf(widest),
    width,
    height,
    ...(candidates.length > 1 ? { srcSet: candidates.join(', ') } : {}),
  };
}

/** The parts of a picture's URL. A null `format` depends on the `Accept` header; with a CDN, it means `plain`. */
interface PictureAddress {
  key: string;
  width: number;
  format: 'webp' | null;
}

/** Parses the URL path of one of our pictures; null for any other path. */
export function readPictureAddress(address: string): PictureAddress | null {
  const [, key = '', given = '', ending] = /^\/media\/([\w-]{16})\/(\d+)(\.webp)?$/.exec(address) ?? [];
  const width = parsePictureWidth(given);
  return width === null ? null : { key, width, format: ending === undefined ? null : 'webp' };
}

/** Returns the best format that the `Accept` header lists, else `plain`. AVIF is used only up to `MAX_AVIF_WIDTH`. */
export function negotiatePictureFormat(accept: string | undefined, width: number): PictureFormat {
  const named = (type: string) => new RegExp(`${type}(?!\\s*;\\s*q=0(?:\\.0*)?(?:,|$))`).test(accept ?? '');
  if (width <= MAX_AVIF_WIDTH && named('image/avif')) return 'avif';
  return named('image/webp') ? 'webp' : 'plain';
}
