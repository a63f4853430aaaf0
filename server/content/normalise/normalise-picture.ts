import type { ImageValue } from '../../../src/builder/field.ts';
import {
  quoteValue,
  unusableResult,
  usableResult,
  type NormaliseResult,
} from '../../../src/builder/normalise-result.ts';
import { objectPosition } from '../../media/picture-address.ts';
import type { LinkResolver } from '../paths/site-links.ts';
import { readAcfImage, readMedia, type RawMedia } from '../values/raw-media.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';
import type { NormaliseContext } from './normalise-context.ts';

/**
 * Converts a media id or a WordPress image object into an image with dimensions. Returns a fault if it cannot be
 * shown.
 */
export function normalisePicture(raw: unknown, context: NormaliseContext): NormaliseResult {
  const id = mediaId(raw);
  if (id === null && !isJsonObject(raw)) {
    return unusableResult(`${quoteValue(raw)} is not a picture of the media library. Choose one there.`);
  }
  const media = id === null ? (readAcfImage(raw) ?? readMedia(raw)) : context.media.get(id);
  if (!media) {
    return unusableResult(
      id === null
        ? `${quoteValue(raw)} is not a picture. Choose one from the media library.`
        : `media ${id} is not public. Publish it, or choose another image.`,
    );
  }
  const image = imageValue(media, context.links);
  return image
    ? usableResult(image)
    : unusableResult(
        `media ${media.id} has no measures, is an SVG or is at an address that is neither WordPress’s nor in ` +
          'IMAGE_ORIGINS. Upload it again as JPEG, PNG or WebP.',
      );
}

/** Returns a media item as views receive it; null if its dimensions or its URL cannot be used. */
export function imageValue(
  media: Pick<RawMedia, 'url' | 'alt' | 'width' | 'height'> & Partial<RawMedia>,
  links: LinkResolver,
): ImageValue | null {
  const { width, height, modified, focus } = media;
  const url = links.file(media.url);
  if (url === null || !(width > 0) || !(height > 0)) return null;
  const common = {
    alt: media.alt.trim(),
    ...(focus ? { focus: objectPosition(focus) } : {}),
  };
  if (url.startsWith('/')) return { src: url, width, height, ...common };
  const own = links.pictures.address({ url, width, height, ...(modified ? { modified } : {}) });
  return own && { width, height, ...own, ...common };
}

/** Reads a raw value as a media id; null if it is not one. */
function mediaId(raw: unknown): number | null {
  const id = typeof raw === 'string' && /^\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
  return typeof id === 'number' && Number.isSafeInteger(id) && id !== 0 ? id : null;
}
