import type { Block } from './block.ts';
import { fieldKindOf } from './kinds/field-kinds.ts';
import { toRawValues } from './kinds/raw-values.ts';
import type { JsonObject } from './raw-value.ts';

/**
 * Returns a block's example as raw values by field name; null if the block declares none. Raw values have the format
 * that WordPress stores, but pictures have no media library id.
 */
export function rawExample({ fields, example }: Pick<Block, 'fields' | 'example'>): JsonObject | null {
  if (!example) return null;
  // Leave out presets that equal their default, so that the section follows a later change of the default. Keep texts,
  // because editors are meant to edit them.
  const own = Object.entries(example).filter(([name, value]) => {
    const field = fields[name];
    return field && !(fieldKindOf(field).isPreset && value === field.fallback);
  });
  return toRawValues(fields, Object.fromEntries(own), fieldKindOf);
}
