import type { Block } from '../../../../src/builder/block.ts';
import { fieldKindOf } from '../../../../src/builder/kinds/field-kinds.ts';
import { sectionId, sectionIdFaults, sectionFieldsOf } from '../../../../src/builder/section-ids.ts';
import type { Placement } from '../../../../src/contracts/layout.ts';
import type { SectionValues } from '../../../../src/contracts/operators/page-builder.ts';
import { ApiError } from '../../api/api-error.ts';

/**
 * Throws an `ApiError` if `sectionIdFaults` finds a fault in the layout, if a value is too long, or if a value belongs
 * to no section of the new or the previous layout.
 */
export function assertValidSections(
  layout: readonly Placement[],
  before: readonly Placement[],
  values: SectionValues,
  blocks: ReadonlyMap<string, Block>,
): void {
  const [fault] = sectionIdFaults([layout], blocks);
  if (fault !== undefined) throw new ApiError(422, fault);
  const known = new Set(
    [...layout, ...before].flatMap((placement) => {
      const block = blocks.get(placement.block);
      return block ? sectionFieldsOf(placement, block).map(({ id }) => id) : [];
    }),
  );
  for (const placement of layout) {
    for (const [name, field] of Object.entries(blocks.get(placement.block)?.fields ?? {})) {
      const tooLong = fieldKindOf(field).lengthFault(field, values[sectionId(placement, name)]);
      if (tooLong !== null) throw new ApiError(422, `${placement.key} › ${field.label}: ${tooLong}`);
    }
  }
  const unknown = Object.keys(values).find((id) => !known.has(id));
  if (unknown !== undefined) {
    const words =
      'is no section of this page any more, because the site was updated. Reload the page: this browser keeps your changes.';
    throw new ApiError(422, `${unknown} ${words}`);
  }
}
