import { z } from 'zod';
import type { ReferenceValue } from '../field.ts';
import { isJsonObject, isUnset } from '../raw-value.ts';
import { imageSchema } from './image.ts';
import type { FieldKindDefinition } from './kind.ts';
import { MAX_CONTENT_CHARACTERS, textLengthFault } from './length-limits.ts';

const schema: z.ZodType<ReferenceValue> = z.object({
  path: z.string().min(1),
  title: z.string(),
  description: z.string().exactOptional(),
  image: imageSchema.exactOptional(),
});

/** The field kind for a page or a post: its id in WordPress or, if WordPress does not have the page, its path. */
export const referenceKind = {
  name: 'Page or post',
  input: { name: 'reference' },
  isPreset: false,
  schema: () => schema,
  isSet: (raw) => !isUnset(raw) && raw !== 0 && raw !== '0',
  lengthFault: (_field, raw) => textLengthFault(raw, MAX_CONTENT_CHARACTERS.address),
  normalise: (_field, raw, { reference }) => reference(storedReference(raw)),
  example: {
    sample: () => '/contact',
    longest: () => '/contact',
    invalid: () => '/no-such-page',
  },
  initialText: () => null,
  // Search finds the title on the referenced page itself.
  searchTexts: () => [],
  shownText: () => null,
  toRaw: (_field, value) => (isJsonObject(value) && typeof value['path'] === 'string' ? value['path'] : ''),
  toForm: (_field, raw) => {
    const stored = storedReference(raw);
    return stored === null || stored === undefined || stored === false || stored === 0 ? '' : stored;
  },
  fromForm: (_field, form) => form ?? '',
} satisfies FieldKindDefinition;

/**
 * Returns the id or the path. ACF sends an id, a post, or a list of one of these, depending on the settings of its
 * field.
 */
function storedReference(raw: unknown): unknown {
  const [only]: unknown[] = Array.isArray(raw) ? raw : [raw];
  const named = isJsonObject(only) ? (only['ID'] ?? only['id']) : only;
  return typeof named === 'string' && /^\d{1,15}$/.test(named.trim()) ? Number(named) : named;
}
