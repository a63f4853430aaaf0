import type { Block } from './block.ts';
import { kindOf } from './kinds/field-kinds.ts';
import { rawValues } from './kinds/raw-values.ts';
import type { JsonObject } from './raw-value.ts';

/**
 * Returns the example of a block as raw values by field name; null if it declares none. A raw value is what WordPress
 * stores, except that pictures have no id of a media library.
 */
export function rawExample({ fields, example }: Pick<Block, 'fields' | 'example'>): JsonObject | null {
  if (!example) return null;
  // A choice that equals its default is left open, so that a section follows the default. Texts are there to be edited.
  const own = Object.entries(example).filter(([name, value]) => {
    const field = fields[name];
    return field && !(kindOf(field).isPreset && value === field.fallback);
  });
  return rawValues(fields, Object.fromEntries(own), kindOf);
}
