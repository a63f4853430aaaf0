import { z } from 'zod';

/* The media library, shared by the server and the operators' screens. */

/** The maximum size of an uploaded picture, in bytes. WordPress may allow less. */
export const MAX_PICTURE_BYTES = 20_000_000;

/** The MIME types that can be uploaded. SVG is not allowed, because it can contain scripts. */
export const PICTURE_MIME_TYPES: readonly string[] = [
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

export const libraryPicture = z.object({
  id: z.number(),
  /** The file name. */
  title: z.string(),
  alt: z.string(),
  /** The picture's URL on our own origin. */
  src: z.string(),
  /** The value that selects the picture in the site settings; null if WordPress has the picture and the settings. */
  setting: z.string().nullable(),
  /** Null if none was chosen. */
  focus: focalPoint.nullable(),
});
export type LibraryPicture = z.infer<typeof libraryPicture>;

/** One page of the media library. */
export const pictureList = z.object({
  pictures: z.array(libraryPicture).readonly(),
  /** Whether there is another page. */
  more: z.boolean(),
});
export type PictureList = z.infer<typeof pictureList>;

/** The details of a picture that editors can change. Those that are absent stay as they are. */
export const pictureDetails = z.object({
  alt: z.string().trim().max(1_000).exactOptional(),
  /** Whether the picture needs no alternative text. Then `alt` is empty. */
  decorative: z.boolean().exactOptional(),
  focus: focalPoint.exactOptional(),
});
export type PictureDetails = z.infer<typeof pictureDetails>;
