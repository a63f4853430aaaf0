import type { Block } from '../src/builder/block.ts';
import type { Field } from '../src/builder/field.ts';
import { parseLayout } from '../src/contracts/layout.ts';
import { sectionId } from '../src/builder/section-ids.ts';
import type { Json, JsonRecord } from './json.ts';

/** Returns the fields of a page's sections, by section id. `layouts` holds the contents of the page's layout files. */
export function layoutSectionFields(
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
 * Returns a page's values without its pictures, and without lists whose rows contain pictures. Built-in pictures are
 * not in WordPress's media library, so their ids would point to nothing or to another picture. Without its pictures, a
 * list would look worse than the built-in list, which is shown instead.
 */
export function withoutImages(acf: JsonRecord, sections: ReadonlyMap<string, Field>): JsonRecord {
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
