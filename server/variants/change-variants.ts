import type { LayoutVariants } from '../../src/contracts/variants/layout-variants.ts';
import { ORIGINAL_VARIANT_NAME } from '../../src/contracts/variants/variant-results.ts';
import type { Placement } from '../../src/contracts/layout.ts';
import type { VariantChange } from '../../src/contracts/variants/page-variants.ts';
import { ApiError } from '../operators/api/api-error.ts';

interface Before {
  variants: LayoutVariants | null;
  /** The page's own layout. */
  original: readonly Placement[];
  /** Epoch milliseconds. */
  now: number;
}

/** What a change stores. */
interface After {
  /** Null if the page no longer has variants. */
  variants: LayoutVariants | null;
  /** The new layout of the page itself; null if it is unchanged. */
  layout: readonly Placement[] | null;
}

const NEW: Omit<LayoutVariants, 'variants'> = { running: false, weight: 50 };

/**
 * Changes the variants of a page. Results are comparable only while the variants and their weights stay the same, so
 * adding a variant or changing a weight requires a paused test and restarts the count. Throws an `ApiError` if the
 * change is not possible now.
 */
export function changeVariants({ variants, original, now }: Before, change: VariantChange): After {
  const stays = (next: LayoutVariants | null): After => ({ variants: next, layout: null });
  if (change.do === 'add') {
    const before = variants ?? { ...NEW, variants: [] };
    refuseRunning(before);
    const { name, weight } = change;
    if (before.variants.some((each) => each.name === name)) {
      throw new ApiError(422, `There is a variant "${name}" already. Choose another name.`);
    }
    if (before.variants.length >= 5) {
      throw new ApiError(422, 'A page has at most five variants. Delete one first.');
    }
    const source = before.variants.find((each) => each.name === change.from)?.layout ?? original;
    const added = { name, weight, layout: [...source] };
    return stays({ ...withoutStart(before), variants: [...before.variants, added] });
  }
  if (!variants) throw new ApiError(422, 'This page has no variants any more. Reload the page.');
  switch (change.do) {
    case 'start':
      return stays({ ...variants, running: true, since: variants.since ?? new Date(now).toISOString() });
    case 'pause':
      return stays({ ...variants, running: false });
    case 'weigh': {
      refuseRunning(variants);
      const { name, weight } = change;
      if (name === ORIGINAL_VARIANT_NAME) return stays({ ...withoutStart(variants), weight });
      find(variants, name);
      const weighed = variants.variants.map((each) => (each.name === name ? { ...each, weight } : each));
      return stays({ ...withoutStart(variants), variants: weighed });
    }
    case 'remove': {
      const { name } = find(variants, change.name);
      const left = variants.variants.filter((each) => each.name !== name);
      return stays(left.length > 0 ? { ...variants, variants: left } : null);
    }
    case 'keep':
      return {
        variants: null,
        layout: change.name === ORIGINAL_VARIANT_NAME ? null : find(variants, change.name).layout,
      };
  }
}

function find({ variants }: LayoutVariants, name: string) {
  const found = variants.find((each) => each.name === name);
  if (!found) throw new ApiError(422, `There is no variant "${name}" any more. Reload the page.`);
  return found;
}

function withoutStart({ since: _since, ...rest }: LayoutVariants): LayoutVariants {
  return rest;
}

function refuseRunning({ running }: LayoutVariants): void {
  if (running) throw new ApiError(422, 'Visitors get the variants now. Pause them first.');
}
