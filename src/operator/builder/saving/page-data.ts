import type { Data } from '@puckeditor/core';
import { sectionId } from '../../../builder/section-ids.ts';
import { SHARED_SECTION_BLOCK_ID, type Placement } from '../../../contracts/layout.ts';
import type {
  BlockDescription,
  EditablePage,
  FieldDescription,
  SectionValues,
} from '../../../contracts/operators/page-builder.ts';
import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import { isJsonObject } from '../../../builder/raw-value.ts';

export type BlocksById = ReadonlyMap<string, BlockDescription>;
type Item = Data['content'][number];

/** The changes that an editor made to a page. */
export interface PageChanges {
  /** Null if the layout is unchanged. */
  layout: Placement[] | null;
  /** The changed values by section id. */
  values: Record<string, unknown>;
}

/**
 * Prop names that Puck reserves. Field names never end in `_`, so a renamed field cannot collide with another one.
 */
const PUCKS_OWN = new Set(['id', 'puck', 'children']);

/** Returns the name of a field in Puck's data: the field's own name, with `_` appended if Puck reserves it. */
export function propName(field: string): string {
  return PUCKS_OWN.has(field) ? `${field}_` : field;
}

/** Converts a page to Puck's data: one item per placement, with the key of the placement as its id. */
export function toPuckData(page: EditablePage, blocks: BlocksById): Data {
  return { root: { props: {} }, content: itemsOf(page.layout, page, blocks) };
}

/** Whether the page still shows only its own text, and has built-in sections that could be added. */
export function canAddBuiltInSections(data: Data, { layout, sections = [] }: EditablePage): boolean {
  return (
    sections.length > 0 &&
    data.content.length === layout.length &&
    data.content.every(
      ({ type, props }, index) => type === layout[index]?.block && props.id === layout[index].key,
    )
  );
}

/** Returns the data with the page's built-in sections added before its own text. */
export function withBuiltInSections(data: Data, page: EditablePage, blocks: BlocksById): Data {
  return { ...data, content: [...itemsOf(page.sections ?? [], page, blocks), ...data.content] };
}

function itemsOf(placements: readonly Placement[], page: EditablePage, blocks: BlocksById): Item[] {
  return placements.map((placement) => ({
    type: placement.block,
    props: {
      id: placement.key,
      ...settingsOf(placement),
      ...(placement.shared === undefined ? {} : { _shared: placement.shared }),
      ...typedValues(placement, page, blocks.get(placement.block)),
    },
  }));
}

/**
 * Returns the bound section ids by placement key, for all placements that the page has and for the built-in ones that
 * can be added.
 */
export function boundSectionIds({
  layout,
  sections = [],
}: EditablePage): ReadonlyMap<string, Placement['ids']> {
  return new Map([...sections, ...layout].map(({ key, ids }) => [key, ids]));
}

function settingsOf({ hidden, region, from, until }: Placement) {
  return { _hidden: hidden, _region: region, _from: from ?? '', _until: until ?? '' };
}

function typedValues(
  placement: Placement,
  page: EditablePage,
  block: BlockDescription | undefined,
): SectionValues {
  return Object.fromEntries(
    Object.entries(block?.fields ?? {}).map(([name, field]) => {
      const id = sectionId(placement, name);
      return [
        propName(name),
        fieldKindOf(field).toForm(field, shownValue(field, page.values[id], page.builtIn[id])),
      ];
    }),
  );
}

/**
 * Returns the value that the site shows: the stored value, or else the built-in one. In a group, this applies to each
 * field.
 */
function shownValue(field: FieldDescription, own: unknown, builtIn: unknown): unknown {
  if (!field.fields || !isJsonObject(own) || !isJsonObject(builtIn)) return own ?? builtIn;
  const inner = Object.entries(field.fields).map(([name, each]) => {
    const value = fieldKindOf(each).isSet(own[name]) ? own[name] : undefined;
    return [name, shownValue(each, value, builtIn[name])] as const;
  });
  return { ...own, ...Object.fromEntries(inner) };
}

/** Whether no section of the page has the key, and no stored value can be under it. */
export function isFreeKey(key: string, { layout, taken }: Pick<EditablePage, 'layout' | 'taken'>): boolean {
  return (
    !layout.some((placement) => placement.key === key) &&
    !taken.some((name) => name === key || name.startsWith(`${key}_`))
  );
}

/**
 * Returns the function `keyOf`, which assigns a key to each item. A stored item keeps its id as key. A new item, whose
 * id contains "-", gets the name of its block, with a number if that key is taken. The same item always gets the same
 * key, also after undo and redo. `restored` is data in which the ids of items are already keys; these keys count as
 * taken.
 */
export function createItemKeyOf(page: Pick<EditablePage, 'layout' | 'taken'>, restored?: Data) {
  const keys = new Map<string, string>();
  const used = new Set(restored?.content.map(({ props }) => props.id));
  const isFree = (key: string) => !used.has(key) && isFreeKey(key, page);
  return (id: string, block: string): string => {
    if (!id.includes('-')) {
      // Reserve the key, because a version that somebody else saved can have keys that the opened page did not have.
      used.add(id);
      return id;
    }
    const known = keys.get(id);
    if (known !== undefined) return known;
    const base = block.replaceAll('-', '_');
    let key = base;
    for (let number = 2; !isFree(key); number += 1) key = `${base}${number}`;
    keys.set(id, key);
    used.add(key);
    return key;
  };
}

/** Returns the data with the key of each item as its id, as in the data of a stored page. */
export function withKeysAsItemIds(data: Data, keyOf: ItemKeyOf): Data {
  const content = data.content.map((item) => ({
    ...item,
    props: { ...item.props, id: keyOf(item.props.id, item.type) },
  }));
  return { ...data, content };
}

/** Returns the key of an item, from Puck's id of the item and its block. */
export type ItemKeyOf = ReturnType<typeof createItemKeyOf>;

/** Converts Puck's data to placements. New items have no bound section ids. */
export function toPlacements(data: Data, page: EditablePage, keyOf: ItemKeyOf): Placement[] {
  const bound = boundSectionIds(page);
  return data.content.map(({ type, props }) => {
    const key = keyOf(props.id, type);
    const shared = type === SHARED_SECTION_BLOCK_ID ? Number(props['_shared']) : undefined;
    return {
      block: type,
      ...(shared === undefined ? {} : { shared }),
      key,
      region: props['_region'] === 'aside' ? 'aside' : 'main',
      hidden: props['_hidden'] === true,
      ...moment('from', props['_from']),
      ...moment('until', props['_until']),
      ids: bound.get(key) ?? {},
    };
  });
}

function moment<Name extends 'from' | 'until'>(name: Name, value: unknown): { [N in Name]?: string } {
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as { [N in Name]?: string }) : {};
}

/**
 * Compares Puck's data with the page, and returns the changes. A section that is not in the stored layout but has a
 * key from before is returned with all its values, because the server may store other values under that key.
 */
export function pageChanges(
  data: Data,
  page: EditablePage,
  blocks: BlocksById,
  keyOf: ItemKeyOf,
): PageChanges {
  const layout = toPlacements(data, page, keyOf);
  const known = itemsOf([...(page.sections ?? []), ...page.layout], page, blocks);
  const before = new Map(known.map((item) => [item.props.id, item]));
  const values: Record<string, unknown> = {};
  for (const [index, item] of data.content.entries()) {
    const placement = layout[index];
    const block = blocks.get(item.type);
    if (!placement || !block) continue;
    const stored = before.get(placement.key);
    // A section that is new to the layout may have a key with values of an earlier section, which must not reappear.
    const sendsAll =
      stored?.type !== item.type && (item.props.id === placement.key || !isFreeKey(placement.key, page));
    Object.assign(values, changedValues(item, stored, placement, block, sendsAll));
  }
  return { layout: isEqualJson(layout, page.layout) ? null : layout, values };
}

function changedValues(
  item: Item,
  before: Item | undefined,
  placement: Placement,
  block: BlockDescription,
  sendsAll: boolean,
): SectionValues {
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(block.fields)) {
    const prop = propName(name);
    const now = fieldKindOf(field).fromForm(field, item.props[prop]);
    const then = fieldKindOf(field).fromForm(
      field,
      before ? before.props[prop] : fieldKindOf(field).toForm(field, undefined),
    );
    if (sendsAll || !isEqualJson(now, then)) values[sectionId(placement, name)] = now;
  }
  return values;
}

export function isUnchanged({ layout, values }: PageChanges): boolean {
  return layout === null && Object.keys(values).length === 0;
}

/** Whether two JSON values are equal, regardless of the order of their properties. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return (
    JSON.stringify(one) === JSON.stringify(other) ||
    JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
  );
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  );
}
