import type { Block } from '../../../../src/builder/block.ts';
import { fieldKindOf } from '../../../../src/builder/kinds/field-kinds.ts';
import { sectionId } from '../../../../src/builder/section-ids.ts';
import type { Placement } from '../../../../src/contracts/layout.ts';
import type { SectionValues } from '../../../../src/contracts/operators/page-builder.ts';
import { formerSectionId, rawSectionValue, storedFieldValue } from '../../../content/values/stored-value.ts';
import type { JsonObject } from '../../../../src/builder/raw-value.ts';

/**
 * Adds values that are still stored under former field names to the changes of a save, under the current names. The
 * former values are kept, because servers of the previous version may still read them. Clearing a field also clears
 * its former value, which would otherwise reappear.
 */
export function withUpgradedValues(
  values: SectionValues,
  stored: JsonObject,
  layout: readonly Placement[],
  blocks: ReadonlyMap<string, Block>,
): SectionValues {
  const all: Record<string, unknown> = { ...values };
  for (const placement of layout) {
    for (const [name, field] of Object.entries(blocks.get(placement.block)?.fields ?? {})) {
      const id = sectionId(placement, name);
      const { raw, former } = storedFieldValue(stored, placement, name, field);
      const formerId = formerSectionId(placement, field);
      if (!(id in values)) {
        const isConverted = JSON.stringify(raw) !== JSON.stringify(rawSectionValue(stored, id, field));
        if (former !== null || isConverted) all[id] = raw;
      } else if (formerId !== undefined && formerId in stored && !fieldKindOf(field).isSet(values[id])) {
        all[formerId] = '';
      }
    }
  }
  return all;
}
