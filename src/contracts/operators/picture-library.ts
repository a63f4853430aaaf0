import { z } from 'zod';

/* The media library, shared by the server and the operators' screens. */

/** Bytes. WordPress may allow less. */
export const MAX_PICTURE_BYTES = 20_000_000;

/** The types that can be uploaded. SVG is not one of them, because it can contain scripts. */
export const PICTURE_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
];

const share = z.number().min(0).max(1);
/** The point that must stay visible when a picture is cropped: 0 to 1 from the left and from the top. */
const focalPoint = z.object({ x: share, y: share });
export type FocalPoint = z.infer<typeof focalPoint>;

/** A picture of the media library. */
export const libraryPicture = z.object({
  id: z.number(),
  /** The file name. */
  title: z.string(),
  alt: z.string(),
  /** Its URL on our own origin. */
  src: z.string(),
  /** How site settings name the picture; null for a picture of WordPress, where its settings are edited. */
  setting: z.string().nullable(),
  /** Null if none was chosen. */
  focus: focalPoint.nullable(),
});
export type LibraryPicture = z.infer<typeof libraryPicture>;

export const pictureList = z.object({
  pictures: z.array(libraryPicture).readonly(),
  /** Whether there is another page. */
  more: z.boolean(),
});
export type PictureList = z.infer<typeof pictureList>;

export const pictureDetails = z.object({
  alt: z.string().trim().max(1_000),
  /** Whether it needs no alternative text. */
  decorative: z.boolean(),
  /** Absent if unchanged. */
  focus: focalPoint.exactOptional(),
});
export type PictureDetails = z.infer<typeof pictureDetails>;
