import type { Field } from '../../../src/builder/field.ts';
import type { NormaliseTools } from '../../../src/builder/kinds/kind.ts';
import { kindOf } from '../../../src/builder/kinds/field-kinds.ts';
import { NOT_SET, quoted, unusable, usable, type Normalised } from '../../../src/builder/normalised.ts';
import type { NormaliseContext } from './normalise-context.ts';
import { normaliseHtml } from './normalise-html.ts';
import { fillPlaceholders } from './placeholders.ts';
import { imageValue, readAcfImage, readMedia } from './raw-media.ts';
import { isObject } from './raw-value.ts';
import { rawSection } from './stored-value.ts';

/**
 * Converts the raw value of a field into the normalized value that views rely on. Every form of an empty value counts
 * as not set. A returned value always passes the field's schema. Never throws.
 */
export function normaliseValue(field: Field, raw: unknown, context: NormaliseContext): Normalised {
  const kind = kindOf(field);
  if (!kind.isSet(raw)) return NOT_SET;
  // The values in a list's rows are checked one by one.
  const tooLong = Array.isArray(raw) || context.isOwnText ? null : kind.lengthFault(field, raw);
  if (tooLong !== null) return unusable(tooLong);
  const normalised = kind.normalise(field, raw, toolsOf(context));
  if (normalised.value === undefined) return normalised;
  const checked = field.schema.safeParse(normalised.value);
  if (checked.success) return { ...normalised, value: checked.data };
  const reason = checked.error.issues[0]?.message ?? 'invalid value';
  return { faults: [...normalised.faults, `${quoted(raw)} does not fit (${reason}). Enter another value.`] };
}

/** Gives the kinds access to media, pages and settings. */
function toolsOf(context: NormaliseContext): NormaliseTools {
  return {
    fill: (raw) => fillPlaceholders(raw, context.settings),
    html: (raw) => normaliseHtml(raw, context),
    link: (address) => context.links.resolve(address),
    picture: (raw) => normalisePicture(raw, context),
    cell: (field, name, row) => normaliseValue(field, rawSection(row, name, field), context),
  };
}

/** Converts a media id or a WordPress image object into an image with dimensions. */
function normalisePicture(raw: unknown, context: NormaliseContext): Normalised {
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
    ? usable(image)
    : unusable(
        `media ${media.id} has no measures, is an SVG or is at an address that is neither WordPress’s nor in ` +
          'IMAGE_ORIGINS. Upload it again as JPEG, PNG or WebP.',
      );
}

/** Reads a raw value as a media id; null if it is not one. */
function mediaId(raw: unknown): number | null {
  const id = typeof raw === 'string' && /^\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : null;
}
