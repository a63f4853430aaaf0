import { z } from 'zod';
import type { MirrorEntry } from './mirror-contents.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';

/** An item of the media library, usually a picture. Sizes are in pixels, 0 if unknown. */
export interface RawMedia {
  id: number;
  /** The URL of the file. */
  url: string;
  /** The URL of the attachment page in WordPress; empty if it is not known. */
  link: string;
  width: number;
  height: number;
  alt: string;
  /** The digits of the modification time, which changes when the file at the URL is replaced; empty if unknown. */
  modified: string;
  /** The point that must stay visible when the picture is cropped: 0 to 1 from the left and from the top. */
  focus: { x: number; y: number } | null;
}

const pixels = z.coerce.number().positive().catch(0);
const share = z.coerce.number().min(0).max(1);
/** The focal point format of WordPress core blocks. */
const focusSchema = z.object({ x: share, y: share });
const mediaSchema = z.object({
  id: z.coerce.number().int().catch(0),
  source_url: z.string().min(1),
  link: z.string().catch(''),
  alt_text: z.string().catch(''),
  modified_gmt: z.string().catch(''),
  media_details: z.object({ width: pixels, height: pixels }).catch({ width: 0, height: 0 }),
  meta: z.unknown().optional(),
  acf: z.unknown().optional(),
});

/** Reads a media item in the WordPress REST format; null if it is not one. */
export function readMedia(raw: unknown): RawMedia | null {
  const parsed = mediaSchema.safeParse(raw);
  if (!parsed.success) return null;
  const {
    id,
    source_url: url,
    link,
    alt_text: alt,
    modified_gmt,
    media_details: details,
    acf,
    meta,
  } = parsed.data;
  return {
    id,
    url,
    link,
    alt,
    width: details.width,
    height: details.height,
    modified: digitsOf(modified_gmt),
    focus: focalPoint(acf) ?? focalPoint(meta),
  };
}

const read = new WeakMap<MirrorEntry, RawMedia | null>();

/** Returns the media item of an entry, parsed once per entry; null if its format is unknown. */
export function mediaOf(entry: MirrorEntry): RawMedia | null {
  let media = read.get(entry);
  if (media === undefined) {
    media = readMedia(entry.data);
    read.set(entry, media);
  }
  return media;
}

/** Reads an ACF image object (`{ ID, url, alt, width, height, modified }`); null if it is not one. */
export function readAcfImage(raw: unknown): RawMedia | null {
  if (!isJsonObject(raw) || typeof raw.url !== 'string' || raw.url === '') return null;
  return {
    id: numberOf(raw.ID ?? raw.id),
    url: raw.url,
    link: '',
    alt: typeof raw.alt === 'string' ? raw.alt : '',
    width: numberOf(raw.width),
    height: numberOf(raw.height),
    modified: typeof raw.modified === 'string' ? digitsOf(raw.modified) : '',
    focus: null,
  };
}

/** Reads the field `focal_point` from the media item's ACF fields or meta. */
function focalPoint(fields: unknown): RawMedia['focus'] {
  const parsed = focusSchema.safeParse(isJsonObject(fields) ? fields.focal_point : null);
  return parsed.success ? parsed.data : null;
}

/** Keeps only the digits of a timestamp, because REST and ACF format it differently. */
function digitsOf(moment: string): string {
  return moment.replace(/\D/g, '');
}

function numberOf(raw: unknown): number {
  const number = typeof raw === 'number' || typeof raw === 'string' ? Number(raw) : 0;
  return Number.isFinite(number) && number > 0 ? number : 0;
}
