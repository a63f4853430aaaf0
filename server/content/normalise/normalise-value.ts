import type { Field } from '../../../src/builder/field.ts';
import type { NormaliseTools } from '../../../src/builder/kinds/kind.ts';
import { fieldKindOf } from '../../../src/builder/kinds/field-kinds.ts';
import {
  UNSET_RESULT,
  quoteValue,
  unusableResult,
  type NormaliseResult,
} from '../../../src/builder/normalise-result.ts';
import type { NormaliseContext } from './normalise-context.ts';
import { normaliseHtml } from './normalise-html.ts';
import { fillPlaceholders } from './placeholders.ts';
import { normalisePicture } from './normalise-picture.ts';
import { rawSectionValue } from '../values/stored-value.ts';

/**
 * Converts the raw value of a field into the normalized value that views rely on. Every form of an empty value counts
 * as not set. A returned value always passes the field's schema. Never throws.
 */
export function normaliseValue(field: Field, raw: unknown, context: NormaliseContext): NormaliseResult {
  const kind = fieldKindOf(field);
  if (!kind.isSet(raw)) return UNSET_RESULT;
  // The length of values in list rows and groups is checked separately for each value.
  const tooLong =
    Array.isArray(raw) || field.fields || context.isOwnText ? null : kind.lengthFault(field, raw);
  if (tooLong !== null) return unusableResult(tooLong);
  const normalised = kind.normalise(field, raw, toolsOf(context));
  if (normalised.value === undefined) return normalised;
  const checked = field.schema.safeParse(normalised.value);
  if (checked.success) return { ...normalised, value: checked.data };
  const reason = checked.error.issues[0]?.message ?? 'invalid value';
  return {
    faults: [...normalised.faults, `${quoteValue(raw)} does not fit (${reason}). Enter another value.`],
  };
}

/** Returns the functions through which field kinds use media, pages and settings. */
function toolsOf(context: NormaliseContext): NormaliseTools {
  return {
    fill: (raw) => fillPlaceholders(raw, context.settings),
    html: (raw) => normaliseHtml(raw, context),
    link: (address) => context.links.resolve(address),
    picture: (raw) => normalisePicture(raw, context),
    reference: (stored) => context.references?.find(stored) ?? UNSET_RESULT,
    hasOption: (source, value) => context.references?.hasOption(source, value) ?? false,
    cell: (field, name, row) => normaliseValue(field, rawSectionValue(row, name, field), context),
  };
}
