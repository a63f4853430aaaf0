import type { Data } from '@puckeditor/core';
import { sectionId } from '../../../builder/section-ids.ts';
import { SHARED_SECTION_BLOCK_ID, type Placement } from '../../../contracts/layout.ts';
import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import type { EditablePage, SectionValues } from '../../../contracts/operators/page-builder.ts';
import type { ReusableEntryContent } from '../../../contracts/operators/reusable-entry-calls.ts';
import { isEqualJson, toPuckData, propName, type BlocksById, type ItemKeyOf } from '../saving/page-data.ts';

type Item = Data['content'][number];

/** Sections in the format in which they are stored for reuse. The values include built-in texts. */
interface StoredSections {
  layout: Placement[];
  values: Record<string, unknown>;
}

/**
 * Converts sections of a page to the stored format. They are stored as visible and without a schedule, because
 * visibility and schedule belong to each page. References to shared sections are kept.
 */
export function toStoredSections(
  items: readonly Item[],
  blocks: BlocksById,
  keyOf: ItemKeyOf,
): StoredSections {
  const layout: Placement[] = [];
  const values: Record<string, unknown> = {};
  for (const { type, props } of items) {
    const key = keyOf(props.id, type);
    const shared = type === SHARED_SECTION_BLOCK_ID ? { shared: Number(props['_shared']) } : {};
    const placement: Placement = {
      block: type,
      ...shared,
      key,
      region: props['_region'] === 'aside' ? 'aside' : 'main',
      hidden: false,
      ids: {},
    };
    layout.push(placement);
    for (const [name, field] of Object.entries(blocks.get(type)?.fields ?? {})) {
      const value = fieldKindOf(field).fromForm(field, props[propName(name)]);
      const empty = fieldKindOf(field).fromForm(field, fieldKindOf(field).toForm(field, undefined));
      if (!isEqualJson(value, empty)) values[sectionId(placement, name)] = value;
    }
  }
  return { layout, values };
}

/** Converts stored sections to Puck's items for a page. The caller must give each item a new id. */
export function toPageItems({ layout, values }: ReusableEntryContent, blocks: BlocksById): Item[] {
  const page: EditablePage = { ...NO_PAGE, layout, values: values satisfies SectionValues };
  return toPuckData(page, blocks).content;
}

const NO_PAGE: EditablePage = {
  kind: 'template',
  id: null,
  at: '',
  path: null,
  title: '',
  state: 'private',
  modified: null,
  digest: null,
  editLink: null,
  variant: null,
  variants: null,
  mayEdit: true,
  layout: [],
  values: {},
  builtIn: {},
  taken: [],
};
