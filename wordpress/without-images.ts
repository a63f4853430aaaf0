import type { Block } from '../src/builder/block.ts';
import type { Field, Fields } from '../src/builder/field.ts';
import { parseLayout } from '../src/builder/layout.ts';
import { sectionId } from '../src/builder/section-ids.ts';
import type { Json, JsonObject } from './json.ts';

/** The field that a section of a page is of, by section id; `layouts` are the page's, as their files hold them. */
export function sectionFields(
  layouts: readonly Json[],
  blocks: ReadonlyMap<string, Block>,
): ReadonlyMap<string, Field> {
  const sections = new Map<string, Field>();
  for (const placement of layouts.flatMap((layout) => parseLayout(layout)?.placements ?? [])) {
    for (const [name, field] of Object.entries(blocks.get(placement.block)?.fields ?? {})) {
      sections.set(sectionId(placement, name), field);
    }
  }
  return sections;
}

/**
 * A page's values without its pictures, those in rows of lists included. Built-in pictures are files of the site, not
 * of WordPress's media library: their numbers mean nothing there, or another picture.
 */
export function withoutImages(acf: JsonObject, sections: ReadonlyMap<string, Field>): JsonObject {
  return Object.fromEntries(
    Object.entries(acf)
      .filter(([id]) => id !== 'seo_image' && sections.get(id)?.kind !== 'image')
      .map(([id, value]) => [id, withoutRowImages(value, sections.get(id)?.row ?? {})]),
  );
}

function withoutRowImages(value: Json, row: Fields): Json {
  if (!Array.isArray(value)) return value;
  return value.map((item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return withoutImages(item, new Map(Object.entries(row)));
  });
}
