import { loadBuiltInContent } from '../server/content/built-in/load-built-in-content.ts';
import { loadBlocks } from '../server/content/load-blocks.ts';
import { isOwnContent } from '../server/content/page-content.ts';
import { seoBlock, seoPlacement } from '../server/content/page-head.ts';
import type { Block } from '../src/builder/block.ts';
import type { Field, FieldKind, Fields } from '../src/builder/field.ts';
import { sectionsOf } from '../src/builder/section-ids.ts';
import type { Placement } from '../src/contracts/layout.ts';
import { blocksFolder, fixturesFolder } from './folders.ts';

/** A field as the plugin shows it in wp-admin. Absent properties are false or not set. */
interface FieldEntry {
  name: string;
  kind: FieldKind;
  label: string;
  help?: string;
  required?: true;
  multiline?: true;
  options?: readonly string[];
  min?: number;
  max?: number;
  /** Shown where neither WordPress nor the built-in content has a value. */
  default?: unknown;
  /** The fields of a row, for kind `list`. */
  row?: FieldEntry[];
}

interface BlockEntry {
  title: string;
  /** True if the block shows the page's own title and text, so there is nothing to fill in. */
  ownContent?: true;
  fields: FieldEntry[];
}

interface PageEntry {
  /** Layouts by variant. The key is empty if a page has only one layout. */
  layouts: Record<string, { block: string; key: string; ids?: Placement['ids'] }[]>;
  /** True if the page's own text replaces the sections once an editor has written some. */
  ownTextReplaces?: true;
  /** The built-in values by section id. Pictures are left out, because their ids mean nothing in WordPress. */
  values: Record<string, unknown>;
}

/** The format of `wordpress/lintel/sections.json`, which describes the site's blocks and pages to the plugin. */
export interface SectionsFile {
  blocks: Record<string, BlockEntry>;
  /** Pages by path, without a leading slash; the front page is `home`. */
  pages: Record<string, PageEntry>;
}

/** Reads the fields of all blocks, and the layouts and texts of the built-in pages. */
export async function describeSections(): Promise<SectionsFile> {
  const blocks = new Map([...(await loadBlocks(blocksFolder)), [seoBlock.id, seoBlock]]);
  const { content } = await loadBuiltInContent(fixturesFolder, blocks);
  const pages = [...content.pages.values()].map(({ path, page, layouts, ownTextReplaces }) => {
    const placements = [...layouts.values(), [seoPlacement]].flat();
    const entry: PageEntry = {
      layouts: Object.fromEntries(
        [...layouts].map(([variant, layout]) => [variant, layout.map(describePlacement)]),
      ),
      ...(ownTextReplaces ? { ownTextReplaces } : {}),
      values: builtInValues(page.acf, placements, blocks),
    };
    return [path === '/' ? 'home' : path.slice(1), entry] as const;
  });
  return {
    blocks: Object.fromEntries([...blocks].map(([id, block]) => [id, describeBlock(block)])),
    pages: Object.fromEntries(pages.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Formats the sections file as JSON that ends with a line break. */
export function sectionsFileText(sections: SectionsFile): string {
  return `${JSON.stringify(sections, null, 1)}\n`;
}

function describePlacement({ block, key, ids }: Placement) {
  return { block, key, ...(Object.keys(ids).length > 0 ? { ids } : {}) };
}

function describeBlock({ id, title, fields }: Block): BlockEntry {
  const own = isOwnContent({ block: id, key: id, region: 'main', hidden: false, ids: {} });
  return own ? { title, ownContent: true, fields: [] } : { title, fields: describeFields(fields) };
}

function describeFields(fields: Fields): FieldEntry[] {
  return Object.entries(fields).map(([name, field]) => describeField(name, field));
}

function describeField(name: string, field: Field): FieldEntry {
  const { kind, label, help, fallback, presence, multiline, options, min, max, row } = field;
  return {
    name,
    kind,
    label,
    ...(help === undefined ? {} : { help }),
    ...(presence === 'always' && fallback === undefined ? { required: true } : {}),
    ...(multiline === true ? { multiline } : {}),
    ...(options === undefined ? {} : { options }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(fallback === undefined || kind === 'list' ? {} : { default: fallback }),
    ...(row === undefined ? {} : { row: describeFields(row) }),
  };
}

function builtInValues(
  acf: Readonly<Record<string, unknown>>,
  placements: readonly Placement[],
  blocks: ReadonlyMap<string, Block>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const placement of placements) {
    const block = blocks.get(placement.block);
    for (const { id, kind } of block ? sectionsOf(placement, block) : []) {
      if (kind !== 'image' && acf[id] !== undefined) values[id] = acf[id];
    }
  }
  return values;
}
