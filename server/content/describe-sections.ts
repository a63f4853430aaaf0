import { z } from 'zod';
import type { Block } from '../../src/builder/block.ts';
import type { Field, FieldKind, Fields, ShowWhen } from '../../src/builder/field.ts';
import { fieldKinds } from '../../src/builder/kinds/field-kinds.ts';
import type { FieldKindInput } from '../../src/builder/kinds/kind.ts';
import { MAX_CONTENT_CHARACTERS } from '../../src/builder/kinds/length-limits.ts';
import type { OptionSource } from '../../src/builder/option-sources.ts';
import { sectionId, sectionFieldsOf } from '../../src/builder/section-ids.ts';
import { withoutPlacementDefaults, type Placement } from '../../src/contracts/layout.ts';
import { siteSettingsSchema } from '../../src/contracts/site-settings.ts';
import type { BuiltInContent } from './built-in/built-in-content.ts';
import { showsPageContent, contentViewerPlacement } from './normalise/page-content.ts';
import { seoBlock, seoPlacement } from './normalise/seo-fields.ts';

/** A field as the plugin shows it in wp-admin. Absent properties are false or not set. */
interface FieldEntry {
  name: string;
  kind: FieldKind;
  label: string;
  help?: string;
  required?: true;
  multiline?: true;
  options?: readonly string[];
  /** For kind `choice`: the source of the options, such as the categories. `options` is then empty. */
  optionsFrom?: OptionSource;
  /** The labels that editors see, by option. */
  labels?: Readonly<Record<string, string>>;
  min?: number;
  max?: number;
  /** Shown if neither WordPress nor the built-in content has a value. */
  default?: unknown;
  /**
   * The field of the same block, row or group that decides whether this field is shown, and for which of its values.
   */
  showWhen?: ShowWhen;
  /** The fields of a row, for kind `list`. */
  row?: FieldEntry[];
  /** The fields of a group, for kind `group`. */
  fields?: FieldEntry[];
}

interface KindEntry extends FieldKindInput {
  /** True if fields of this kind have a value even if no editor sets one. */
  preset?: true;
}

interface BlockEntry {
  title: string;
  /** What the block is for, in the catalogue of sections to add. */
  description: string;
  /** True if the block shows the page's own title and text, so there is nothing to fill in. */
  ownContent?: true;
  fields: FieldEntry[];
}

interface PageEntry {
  /** Layouts by variant name. The name is empty for a layout without a variant. */
  layouts: Record<string, Partial<Placement>[]>;
  /** True if text that an editor writes into the page itself replaces the sections even if some are filled in. */
  ownTextReplaces?: true;
  /** The built-in values by section id. Pictures are left out, because their ids have no meaning in WordPress. */
  values: Record<string, unknown>;
}

/** The description of the site that the plugin reads: the contents of `wordpress/lintel/sections.json`. */
export interface SectionsFile {
  /** Maximum numbers of characters of the values in fields. */
  longest: typeof MAX_CONTENT_CHARACTERS;
  /** How each kind of field is entered, checked and stored. */
  kinds: Record<string, KindEntry>;
  /** The JSON Schema of the site settings, with what the settings screen shows. */
  settings: z.core.JSONSchema.BaseSchema;
  blocks: Record<string, BlockEntry>;
  /**
   * The fields that any page may have, whatever its layout, with their section ids: the hero fields that `/wp/{slug}`
   * shows.
   */
  anyPage: (FieldEntry & { id: string })[];
  /** The built-in pages by path, without a leading slash; the front page is `home`. */
  pages: Record<string, PageEntry>;
}

/**
 * Creates the contents of `sections.json`: the field kinds, the site settings, the fields of all blocks, and the
 * layouts and values of the built-in pages.
 */
export function describeSections(
  blocksOfSite: ReadonlyMap<string, Block>,
  { pages }: Pick<BuiltInContent, 'pages'>,
): SectionsFile {
  const blocks = new Map([...blocksOfSite, [seoBlock.id, seoBlock] as const]);
  const described = [...pages.values()].map(({ path, page, layouts, ownTextReplaces }) => {
    const placements = [...layouts.values(), [seoPlacement]].flat();
    const entry: PageEntry = {
      layouts: Object.fromEntries(
        [...layouts].map(([variant, layout]) => [variant, layout.map(withoutPlacementDefaults)]),
      ),
      ...(ownTextReplaces ? { ownTextReplaces } : {}),
      values: builtInValues(page.acf, placements, blocks),
    };
    return [path === '/' ? 'home' : path.slice(1), entry] as const;
  });
  return {
    longest: MAX_CONTENT_CHARACTERS,
    kinds: Object.fromEntries(
      Object.entries(fieldKinds).map(([id, { input, isPreset }]) => [
        id,
        { ...input, ...(isPreset ? { preset: true } : {}) },
      ]),
    ),
    settings: z.toJSONSchema(siteSettingsSchema, { io: 'input' }),
    blocks: Object.fromEntries([...blocks].map(([id, block]) => [id, describeBlock(block)])),
    anyPage: viewerFields(blocks),
    pages: Object.fromEntries(described.toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function viewerFields(blocks: ReadonlyMap<string, Block>): SectionsFile['anyPage'] {
  const placement = contentViewerPlacement(blocks);
  const viewer = blocks.get(placement.block);
  return Object.keys(placement.ids).flatMap((name) => {
    const field = viewer?.fields[name];
    return field ? [{ ...describeField(name, field), id: sectionId(placement, name) }] : [];
  });
}

function describeBlock({ id, title, description, fields }: Block): BlockEntry {
  const own = showsPageContent({ block: id });
  return {
    title,
    description,
    ...(own ? { ownContent: true, fields: [] } : { fields: describeFields(fields) }),
  };
}

function describeFields(fields: Fields): FieldEntry[] {
  return Object.entries(fields).map(([name, field]) => describeField(name, field));
}

function describeField(name: string, field: Field): FieldEntry {
  const { kind, label, help, fallback, presence, multiline, options, optionLabels, min, max } = field;
  const { row, fields, optionsFrom, showWhen } = field;
  return {
    name,
    kind,
    label,
    ...(help === undefined ? {} : { help }),
    // A group itself is never empty, only the fields in it.
    ...(presence === 'always' && fallback === undefined && !fields ? { required: true } : {}),
    ...(multiline === true ? { multiline } : {}),
    ...(options === undefined ? {} : { options }),
    // Earlier versions of the plugin require `options`.
    ...(optionsFrom === undefined ? {} : { optionsFrom, options: [] }),
    ...(optionLabels === undefined ? {} : { labels: optionLabels }),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(fallback === undefined || kind === 'list' || fields ? {} : { default: fallback }),
    ...(showWhen === undefined ? {} : { showWhen }),
    ...(row === undefined ? {} : { row: describeFields(row) }),
    ...(fields === undefined ? {} : { fields: describeFields(fields) }),
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
    for (const { id, kind } of block ? sectionFieldsOf(placement, block) : []) {
      if (kind !== 'image' && acf[id] !== undefined) values[id] = acf[id];
    }
  }
  return values;
}
