import { parseLayout } from '../../../../src/contracts/layout.ts';
import type { SectionUse } from '../../../../src/contracts/operators/page-builder.ts';
import { storedVariants } from '../../../content/resolve/page-variants.ts';
import type { FoundPage } from '../find-page.ts';

/**
 * Returns the pages that place each shared section, by its id. Also those where it is hidden, scheduled or in a variant,
 * because a change will be seen there. Drafts are not among them: the mirror does not have their layouts.
 */
export function usesById(pages: readonly FoundPage[]): ReadonlyMap<number, readonly SectionUse[]> {
  const uses = new Map<number, SectionUse[]>();
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
