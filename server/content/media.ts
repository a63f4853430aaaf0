import { z } from 'zod';
import type { ImageValue } from '../../src/builder/field.ts';
import { isObject } from './raw-value.ts';
import type { SiteLinks } from './site-links.ts';

/** A picture in one size. */
interface MediaSize {
  url: string;
  width: number;
  height: number;
}

/** A picture of the media library, whichever format it came in. Sizes in pixels, 0 where unknown. */
export interface RawMedia extends MediaSize {
  id: number;
  alt: string;
  sizes: readonly MediaSize[];
}

const pixels = z.coerce.number().positive().catch(0);
const sizeSchema = z.object({ source_url: z.string(), width: pixels, height: pixels });
const mediaSchema = z.object({
  id: z.coerce.number().int().catch(0),
  source_url: z.string().min(1),
  alt_text: z.string().catch(''),
  media_details: z
    .object({ width: pixels, height: pixels, sizes: z.record(z.string(), z.unknown()).catch({}) })
    .catch({ width: 0, height: 0, sizes: {} }),
});

/** Reads a media item as WordPress's REST sends it; null when it is none. */
export function readMedia(raw: unknown): RawMedia | null {
  const parsed = mediaSchema.safeParse(raw);
  if (!parsed.success) return null;
  const { id, source_url: url, alt_text: alt, media_details: details } = parsed.data;
  const sizes = Object.values(details.sizes).flatMap((size) => {
    const read = sizeSchema.safeParse(size);
    return read.success
      ? [{ url: read.data.source_url, width: read.data.width, height: read.data.height }]
      : [];
  });
  return { id, url, alt, width: details.width, height: details.height, sizes };
}

/** Reads ACF's image object (`{ ID, url, alt, width, height, sizes }`); null when it is none. */
export function readAcfImage(raw: unknown): RawMedia | null {
  if (!isObject(raw) || typeof raw.url !== 'string' || raw.url === '') return null;
  const sizes = isObject(raw.sizes) ? raw.sizes : {};
  return {
    id: numberOf(raw.ID ?? raw.id),
    url: raw.url,
    alt: typeof raw.alt === 'string' ? raw.alt : '',
    width: numberOf(raw.width),
    height: numberOf(raw.height),
    sizes: Object.entries(sizes).flatMap(([name, url]) =>
      typeof url === 'string'
        ? [{ url, width: numberOf(sizes[`${name}-width`]), height: numberOf(sizes[`${name}-height`]) }]
        : [],
    ),
  };
}

/** A media item as views get it; null when its measures or its address cannot be used. */
export function imageValue(media: RawMedia, links: SiteLinks): ImageValue | null {
  const src = imageAddress(media.url, links);
  if (src === null || !(media.width > 0) || !(media.height > 0)) return null;
  const candidates = new Map([[media.width, src]]);
  for (const size of media.sizes) {
    const address = imageAddress(size.url, links);
    if (address !== null && sameAspect(size, media) && size.width < media.width) {
      candidates.set(size.width, address);
    }
  }
  const value: ImageValue = { src, width: media.width, height: media.height, alt: media.alt.trim() };
  if (candidates.size > 1) {
    value.srcSet = [...candidates]
      .sort(([a], [b]) => a - b)
      .map(([width, address]) => `${address} ${width}w`)
      .join(', ');
  }
  return value;
}

/** WordPress cuts some sizes to a square: only sizes of the picture's own shape may replace it. */
function sameAspect(size: MediaSize, full: MediaSize): boolean {
  return size.width > 0 && Math.abs(size.height - (size.width * full.height) / full.width) <= 1;
}

/** White space and commas would end a `srcset` entry. */
function imageAddress(url: string, links: SiteLinks): string | null {
  return links.file(url)?.replaceAll(' ', '%20').replaceAll(',', '%2C') ?? null;
}

function numberOf(raw: unknown): number {
  const number = Number(raw);
  return Number.isFinite(number) && number > 0 ? number : 0;
}
