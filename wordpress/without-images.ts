import type { Block } from '../src/builder/block.ts';
import type { Field } from '../src/builder/field.ts';
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
 * A page's values without its pictures, and without the lists whose rows have one. Built-in pictures are files of the
 * site, not of WordPress's media library: their numbers mean nothing there, or another picture. A list that came
 * without them would be barer than the built-in one that stands where WordPress has none.
 */
export function withoutImages(acf: JsonObject, sections: ReadonlyMap<string, Field>): JsonObject {
  return Object.fromEntries(
    Object.entries(acf).filter(([id, value]) => id !== 'seo_image' && !isPictured(value, sections.get(id))),
  );
}

function isPictured(value: Json, field: Field | undefined): boolean {
  if (field?.kind === 'image') return true;
  const pictures = Object.entries(field?.row ?? {}).filter(([, each]) => each.kind === 'image');
  return Array.isArray(value) && pictures.some(([name]) => value.some((row) => has(row, name)));
}

function has(row: Json, name: string): boolean {
  return typeof row === 'object' && row !== null && !Array.isArray(row) && typeof row[name] === 'number';
}
