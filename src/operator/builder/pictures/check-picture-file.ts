import { MAX_PICTURE_BYTES, PICTURE_TYPES } from '../../../contracts/operators/picture-library.ts';

/** Returns why a file cannot be uploaded; null if it can. */
export function checkPictureFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): string | null {
  if (type === 'image/svg+xml') {
    return `${name} is an SVG, which can contain scripts. Choose a JPEG, PNG, WebP, AVIF or GIF.`;
  }
  if (!PICTURE_TYPES.includes(type)) {
    return `${name} is no picture for the web. Choose a JPEG, PNG, WebP, AVIF or GIF.`;
  }
  if (size === 0) return `${name} is empty. Choose another file.`;
  if (size > MAX_PICTURE_BYTES) {
    const megabytes = (size / 1_000_000).toFixed(1);
    return `${name} has ${megabytes} MB. At most ${MAX_PICTURE_BYTES / 1_000_000} MB can be uploaded, so make it smaller first.`;
  }
  return null;
}
