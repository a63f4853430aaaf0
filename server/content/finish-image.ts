import { finishedAs, NOT_SET, quoted, unusable } from './finished.ts';
import type { Finished, FinishContext } from './finished.ts';
import { imageValue, readAcfImage, readMedia } from './media.ts';
import { isObject } from './raw-value.ts';

/** Turns a media id, or one of WordPress's image objects, into a measured image. */
export function finishImage(raw: unknown, context: FinishContext): Finished {
  if (raw === 0 || raw === '0') return NOT_SET;
  const id = mediaId(raw);
  if (id === null && !isObject(raw)) {
    return unusable(`${quoted(raw)} is not a picture of the media library. Choose one there.`);
  }
  const media = id === null ? (readAcfImage(raw) ?? readMedia(raw)) : context.media.get(id);
  if (!media) {
    return unusable(
      id === null
        ? `${quoted(raw)} is not a picture. Choose one from the media library.`
        : `media ${id} is not public. Publish it, or choose another image.`,
    );
  }
  const image = imageValue(media, context.links);
  return image
    ? finishedAs(image)
    : unusable(`media ${media.id} has no measures. Upload it again as JPEG, PNG or WebP.`);
}

/** The media id that a raw value is; null when it is none. */
export function mediaId(raw: unknown): number | null {
  const id = typeof raw === 'string' && /^\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}
