import type { Block } from '../../src/builder/block.ts';
import type { Field } from '../../src/builder/field.ts';
import { parseLayout } from '../../src/builder/layout.ts';
import { sectionId } from '../../src/builder/section-ids.ts';
import type { BuiltInPage } from './built-in-content.ts';
import { mediaId } from './finish-image.ts';
import { rawSection } from './finish-list.ts';
import type { RawPage } from './raw-page.ts';
import { isObject } from './raw-value.ts';

/** The media ids that a page's fields name in any of its layouts, share image and featured image too; no id twice. */
export function imageIds(
  page: RawPage,
  builtIn: BuiltInPage | null,
  blocks: ReadonlyMap<string, Block>,
): number[] {
  const ids = new Set<number>();
  const add = (raw: unknown) => {
    const id = mediaId(raw);
    if (id !== null) ids.add(id);
  };
  const visit = (field: Field, raw: unknown) => {
    if (field.kind === 'image') add(raw);
    if (field.kind !== 'list' || !Array.isArray(raw)) return;
    for (const row of raw) {
      if (!isObject(row)) continue;
      for (const [name, cell] of Object.entries(field.row ?? {})) visit(cell, rawSection(row, name, cell));
    }
  };
  add(page.featuredMedia);
  add(page.acf.seo_image);
  // For the content viewer, whatever the layout is.
  add(page.acf.hero_image);
  const layouts = [parseLayout(page.acf.page_layout)?.placements ?? [], ...(builtIn?.layouts.values() ?? [])];
  for (const placement of layouts.flat()) {
    for (const [name, field] of Object.entries(blocks.get(placement.block)?.fields ?? {})) {
      visit(field, rawSection(page.acf, sectionId(placement, name), field));
    }
  }
  return [...ids];
}
