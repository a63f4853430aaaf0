import type { Block } from '../../../src/builder/block.ts';
import { parseLayout, type Placement } from '../../../src/contracts/layout.ts';
import type { BuiltInPage } from '../built-in/built-in-content.ts';
import { fieldKindOf } from '../../../src/builder/kinds/field-kinds.ts';
import { isFilledByEditor } from '../../../src/builder/kinds/group.ts';
import { quoteValue } from '../../../src/builder/normalise-result.ts';
import { pageContentPlacement } from '../normalise/page-content.ts';
import { storedVariants } from './page-variants.ts';
import type { RawPage } from '../values/raw-page.ts';
import { htmlToSpacedText } from '../values/html-text.ts';
import { isBlank, isUnset } from '../../../src/builder/raw-value.ts';
import { storedFieldValue } from '../values/stored-value.ts';

/** The names of the two built-in layouts of the home page. */
export type HomeLayoutName = 'content' | 'lead-capture';

/** The chosen layout of a page, with the faults in its fields `page_layout`, `layout_variant` and `layout_variants`. */
export interface ChosenLayout {
  placements: readonly Placement[];
  faults: string[];
  /** True if an editor made the layout: `page_layout`, or one of `layout_variants`. */
  own: boolean;
  /** The name of the variant in `layout_variants`; null for the page's own layout. */
  variant: string | null;
  /** True if the page shows its own text in place of the built-in layout. */
  ownText: boolean;
  /** The stored placements of the editor's layout that use a former block id or field name. */
  former: readonly Placement[];
}

/** The values that all built-in layouts share. */
const BUILT_IN = { own: false, ownText: false, variant: null, former: [] } as const;

/**
 * Chooses the layout of a page, in this order: a previewed layout (`look`), the running variant that was drawn for the
 * visitor (`given`), the page's own `page_layout`, its `layout_variant`, the setting `HOME_LAYOUT` (`configured`),
 * `content`. Text that an editor has written replaces a built-in layout whose sections are empty; on legal pages, it
 * also replaces filled sections. It replaces nothing if `layout_variant` is set or the layout shows posts. A page
 * without a layout shows its text.
 */
export function chooseLayout(
  page: RawPage | null,
  builtIn: BuiltInPage | null,
  look: HomeLayoutName | null,
  configured: HomeLayoutName | null,
  blocks: ReadonlyMap<string, Block>,
  given: string | null = null,
): ChosenLayout {
  const faults: string[] = [];
  const looked = look === null ? undefined : builtIn?.layouts.get(look);
  if (looked) return { ...BUILT_IN, placements: looked, faults };
  const upgraded = (stored: readonly Placement[]) => {
    const placements = stored.map((placement) => upgradedPlacement(placement, blocks));
    const former = stored.filter((placement, index) => placement !== placements[index]);
    return { placements, former, faults, own: true, ownText: false };
  };
  const tested = page && storedVariants(page.acf);
  if (tested && tested.fault !== null) faults.push(tested.fault);
  const tried = tested?.stored?.running
    ? tested.stored.variants.find(({ name }) => name === given)
    : undefined;
  if (tried) return { ...upgraded(tried.layout), variant: tried.name };
  const own = page && parseLayout(page.acf.page_layout);
  if (own) faults.push(...own.faults);
  if (own && own.placements.length > 0) return { ...upgraded(own.placements), variant: null };
  const choice = page?.acf.layout_variant;
  if (page && builtIn && !builtIn.showsPosts && isUnset(choice) && hasOwnText(page, builtIn)) {
    const isUntouched = isUnset(page.acf.page_layout) && !hasFilledSection(page, builtIn, blocks);
    const ownText = builtIn.ownTextReplaces || isUntouched;
    if (ownText) return { ...BUILT_IN, placements: [pageContentPlacement], faults, ownText };
  }
  const picked = typeof choice === 'string' ? builtIn?.layouts.get(choice.trim()) : undefined;
  if (!picked && !isUnset(choice) && builtIn && builtIn.layouts.size > 1) {
    faults.push(`layout_variant: ${quoteValue(choice)} is no layout. Choose content or lead-capture.`);
  }
  return { ...BUILT_IN, placements: picked ?? builtInLayout(builtIn, configured), faults };
}

/**
 * Returns a placement with the current names of its block and fields; the same object if they are already current.
 */
export function upgradedPlacement(placement: Placement, blocks: ReadonlyMap<string, Block>): Placement {
  const block =
    blocks.get(placement.block) ??
    [...blocks.values()].find(({ upgrade }) => upgrade?.from.includes(placement.block));
  if (!block) return placement;
  const ids = { ...placement.ids };
  let isFormer = block.id !== placement.block;
  for (const [name, { upgrade }] of Object.entries(block.fields)) {
    const bound = upgrade?.from === undefined ? undefined : ids[upgrade.from];
    if (upgrade?.from === undefined || bound === undefined) continue;
    delete ids[upgrade.from];
    ids[name] ??= bound;
    isFormer = true;
  }
  return isFormer ? { ...placement, block: block.id, ids } : placement;
}

/**
 * Whether an editor has filled in a section of the built-in layouts. Toggles and choices do not count, because they
 * have default values.
 */
function hasFilledSection(
  { acf }: RawPage,
  { layouts }: BuiltInPage,
  blocks: ReadonlyMap<string, Block>,
): boolean {
  return [...layouts.values()]
    .flat()
    .some((placement) =>
      Object.entries(blocks.get(placement.block)?.fields ?? {}).some(([name, field]) =>
        isFilledByEditor(field, storedFieldValue(acf, placement, name, field).raw, fieldKindOf),
      ),
    );
}

/** Whether the page has a text that differs from the imported built-in text. */
export function hasOwnText(page: RawPage, builtIn: BuiltInPage): boolean {
  // Compared as plain text, because WordPress adds line breaks between paragraphs.
  return !isBlank(page.content) && htmlToSpacedText(page.content) !== htmlToSpacedText(builtIn.page.content);
}

/** Returns the built-in layout of a page, or a placement of the page's own content if it has no layout. */
export function builtInLayout(
  builtIn: BuiltInPage | null,
  configured: HomeLayoutName | null,
): readonly Placement[] {
  return (
    builtIn?.layouts.get(configured ?? 'content') ??
    builtIn?.layouts.get('content') ??
    builtIn?.layouts.get('') ?? [pageContentPlacement]
  );
}
