import { parseLayout } from '../../../../src/contracts/layout.ts';
import type { SharedSectionUse } from '../../../../src/contracts/operators/page-builder.ts';
import { storedVariants } from '../../../content/resolve/page-variants.ts';
import type { BuilderEntry } from '../page-list.ts';

/**
 * Returns the pages that contain each shared section, by the section's id. Includes pages where the section is
 * hidden, scheduled or in a variant, because a change affects them too. Drafts are left out, because the mirror does
 * not have their layouts.
 */
export function sharedSectionUses(
  pages: readonly BuilderEntry[],
): ReadonlyMap<number, readonly SharedSectionUse[]> {
  const uses = new Map<number, SharedSectionUse[]>();
  for (const { at, path, own } of pages) {
    if (!own) continue;
    const placements = [
      ...(parseLayout(own.acf.page_layout)?.placements ?? []),
      ...(storedVariants(own.acf).stored?.variants.flatMap(({ layout }) => layout) ?? []),
    ];
    const ids = new Set(placements.flatMap(({ shared }) => (shared === undefined ? [] : [shared])));
    for (const id of ids) {
      uses.set(id, [...(uses.get(id) ?? []), { at, title: own.title || at, path }]);
    }
  }
  return uses;
}
