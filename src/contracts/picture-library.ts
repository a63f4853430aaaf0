/*
 * The API of the media library, shared by the server and the operators' screens. The schemas are in the server, so that
 * the browser does not download them.
 */

/** Bytes. WordPress may allow less. */
export const MOST_PICTURE_BYTES = 20_000_000;

/** The types that can be uploaded. SVG is not one of them, because it can contain scripts. */
export const PICTURE_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
];

/** The point that must stay visible when a picture is cropped: 0 to 1 from the left and from the top. */
export interface FocalPoint {
  x: number;
  y: number;
}

/** A picture of the media library. */
export interface LibraryPicture {
  id: number;
  /** The file name. */
  title: string;
  alt: string;
  /** Its URL on our own origin. */
  src: string;
  /** Null if none was chosen. */
  focus: FocalPoint | null;
}

/** GET /api/admin/pages/pictures?search=&page= */
export interface PictureList {
  pictures: readonly LibraryPicture[];
  /** Whether there is another page. */
  more: boolean;
}

/** PUT /api/admin/pages/pictures/{id} */
export interface PictureDetails {
  alt: string;
  /** Whether it needs no alternative text. */
  decorative: boolean;
  /** Absent if unchanged. */
  focus?: FocalPoint;
}
