import type { Sharp, SharpOptions } from 'sharp';
import { loadOnce } from '../platform/async/single-flight.ts';
import type { PictureFormat } from './picture-address.ts';

/** Properties of an original: its size in pixels after its EXIF orientation is applied, and its average color. */
export interface PictureFacts {
  width: number;
  height: number;
  /** Six hexadecimal digits; null if parts of the picture are transparent. */
  colour: string | null;
}

/** A picture after scaling and conversion, with its file extension. */
export interface ConvertedPicture {
  bytes: Buffer;
  extension: 'avif' | 'webp' | 'jpg' | 'png';
}

/** The media types of served pictures, by file extension. */
export const PICTURE_MEDIA_TYPES: Readonly<
  Record<string, 'image/avif' | 'image/webp' | 'image/jpeg' | 'image/png'>
> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

const TYPES = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
type PictureType = (typeof TYPES)[number];

/** Raster formats only: SVG can contain scripts and references, and other formats are rare on the web. */
const READABLE = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`);
// By default, sharp reads only the first frame of an animation. That is intended: visitors could not stop an animation.
const OPTIONS: SharpOptions = { limitInputPixels: 64_000_000, failOn: 'error' };
const TIMEOUT_SECONDS = 30;
/** Width and height in pixels of the sample used to compute the average color. */
const SAMPLE_PX = 16;

/** Loads sharp on first use, since it takes time and memory. */
const load = loadOnce(async () => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READABLE });
  return (original: Buffer): Sharp => sharp(original, OPTIONS).timeout({ seconds: TIMEOUT_SECONDS });
});

/**
 * Measures a JPEG, PNG, WebP, AVIF or GIF. Rejects with an error of sharp for other formats, for damaged files and
 * for more than 64 million pixels.
 */
export async function readPictureFacts(original: Buffer): Promise<PictureFacts> {
  const open = await load();
  const { autoOrient } = await open(original).metadata();
  const pixels = await open(original)
    .resize(SAMPLE_PX, SAMPLE_PX, { fit: 'fill' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer();
  return { width: autoOrient.width, height: autoOrient.height, colour: averageColour(pixels) };
}

/** Returns the type of a JPEG, PNG, WebP, AVIF or GIF from its bytes; null for anything else. */
export async function readPictureType(original: Buffer): Promise<PictureType | null> {
  const open = await load();
  try {
    const { format, compression } = await open(original).metadata();
    if (format === 'heif') return compression === 'av1' ? 'avif' : null;
    return TYPES.find((type) => type === format) ?? null;
  } catch {
    return null;
  }
}

function averageColour(rgba: Buffer): string | null {
  const sums = [0, 0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    if ((rgba[at + 3] ?? 0) < 255) return null;
    for (const index of sums.keys()) sums[index] = (sums[index] ?? 0) + (rgba[at + index] ?? 0);
  }
  const hex = (sum: number) =>
    Math.round((4 * sum) / rgba.length)
      .toString(16)
      .padStart(2, '0');
  return sums.map(hex).join('');
}

/**
 * Scales a picture down to a width in pixels and encodes it in a format: `plain` is PNG for a `transparent` picture,
 * otherwise JPEG. Applies its orientation, removes its metadata, and never enlarges it. Rejects with an error of sharp
 * if the file is damaged or takes longer than `TIMEOUT_SECONDS`.
 */
export async function convertPicture(
  original: Buffer,
  { width, format, transparent }: { width: number; format: PictureFormat; transparent: boolean },
): Promise<ConvertedPicture> {
  const open = await load();
  const scaled = open(original).autoOrient().resize({ width, withoutEnlargement: true });
  // Compression artifacts are less visible in larger pictures, so these use a lower quality.
  const size = width <= 640 ? 'small' : width <= 1280 ? 'medium' : 'large';
  switch (format) {
    case 'avif':
      return {
        bytes: await scaled
          .avif({ quality: { small: 58, medium: 54, large: 50 }[size], effort: 2 })
          .toBuffer(),
        extension: 'avif',
      };
    case 'webp':
      return {
        bytes: await scaled.webp({ quality: { small: 80, medium: 76, large: 72 }[size] }).toBuffer(),
        extension: 'webp',
      };
    case 'plain':
      return transparent
        ? { bytes: await scaled.png({ compressionLevel: 9 }).toBuffer(), extension: 'png' }
        : {
            bytes: await scaled
              .jpeg({ quality: { small: 82, medium: 79, large: 76 }[size], mozjpeg: true })
              .toBuffer(),
            extension: 'jpg',
          };
  }
}
