import { z } from 'zod';
import type { ImageValue } from '../field.ts';
import { UNSET_RESULT } from '../normalise-result.ts';
import { isJsonObject, isUnset } from '../raw-value.ts';
import { LONG_LINE } from './example-text.ts';
import type { FieldKindDefinition } from './kind.ts';

/** The schema of an image. The schema of a reference contains it, too. */
export const imageSchema: z.ZodType<ImageValue> = z.object({
  src: z.string().min(1),
  width: z.number().positive(),
  height: z.number().positive(),
  alt: z.string(),
  srcSet: z.string().exactOptional(),
  placeholder: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .exactOptional(),
  focus: z
    .string()
    .regex(/^[\d.]+% [\d.]+%$/)
    .exactOptional(),
});

/** The field kind for an image from the media library. */
export const imageKind = {
  name: 'Picture',
  input: { name: 'picture' },
  isPreset: false,
  schema: () => imageSchema,
  isSet: (raw) => !isUnset(raw),
  lengthFault: () => null,
  normalise: (_field, raw, { picture }) => (raw === 0 || raw === '0' ? UNSET_RESULT : picture(raw)),
  example: {
    sample: (_field, { picture }) => picture,
    longest: (_field, { picture }) => ({ ...picture, alt: LONG_LINE }),
    invalid: () => 'picture.jpg',
  },
  initialText: () => null,
  searchTexts: () => [],
  shownText: (value) =>
    isJsonObject(value) && typeof value['alt'] === 'string' ? { text: '', alt: value['alt'] } : null,
  toRaw: (_field, value) => pictureToRaw(value),
  toForm: (_field, raw) => pictureToForm(raw),
  fromForm: (_field, form) => form ?? '',
} satisfies FieldKindDefinition;

/** Converts a picture to the raw value that `normalisePicture` accepts without a media library. */
function pictureToRaw(value: unknown): unknown {
  if (!isJsonObject(value)) return null;
  const { src: url, width, height, alt } = value;
  return { url, width, height, alt };
}

function pictureToForm(raw: unknown): unknown {
  const id = isJsonObject(raw) ? (raw['id'] ?? raw['ID']) : raw;
  const read = typeof id === 'string' && /^\d{1,15}$/.test(id.trim()) ? Number(id) : id;
  return read === 0 || isUnset(read) ? null : read;
}
