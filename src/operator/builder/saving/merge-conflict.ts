import type { Data } from '@puckeditor/core';
import { truncateText } from '../../../contracts/truncate-text.ts';
import type { EditablePage, FieldDescriptions } from '../../../contracts/operators/page-builder.ts';
import {
  createItemKeyOf,
  isEqualJson,
  isFreeKey,
  isUnchanged,
  pageChanges,
  propName,
  toPuckData,
  type BlocksById,
} from './page-data.ts';

type Item = Data['content'][number];

/** How one side changed a section since the common base version. */
export type SectionChange = 'same' | 'changed' | 'added' | 'removed';

/** A section that at least one side has changed. */
export interface ConflictSection {
  /** The id of the section's item in Puck's data. */
  id: string;
  block: string;
  mine: SectionChange;
  theirs: SectionChange;
}

/** `mine`: the unsaved changes in this editor. `theirs`: the version that somebody else saved. */
export type ConflictSide = 'mine' | 'theirs';

/**
 * Returns the sections that either side changed, in the order of `mine`. Sections that are missing in `mine` come
 * last.
 */
export function conflictSections(base: Data, mine: Data, theirs: Data): ConflictSection[] {
  const sides = { base: byId(base), mine: byId(mine), theirs: byId(theirs) };
  const ids = new Set([...sides.mine.keys(), ...sides.theirs.keys(), ...sides.base.keys()]);
  return [...ids].flatMap((id) => {
    const before = sides.base.get(id);
    const one = sides.mine.get(id);
    const other = sides.theirs.get(id);
    const section = {
      id,
      block: (one ?? other ?? before)?.type ?? '',
      mine: fate(before, one),
      theirs: fate(before, other),
    };
    return section.mine === 'same' && section.theirs === 'same' ? [] : [section];
  });
}

/**
 * Returns the labels of a section's fields that changed. For a text, the label is followed by the beginning of the
 * new text. Empty if one of the versions does not have the section.
 */
export function changedFieldLabels(before: Data, now: Data, id: string, fields: FieldDescriptions): string[] {
  const one = byId(before).get(id)?.props;
  const other = byId(now).get(id)?.props;
  if (!one || !other) return [];
  return Object.entries(fields).flatMap(([name, { label }]) => {
    const value: unknown = other[propName(name)];
    if (isEqualJson(one[propName(name)], value)) return [];
    const words = typeof value === 'string' ? value.replaceAll(/<[^>]*>/g, ' ').trim() : '';
    return [
      words === '' ? label : `${label}: “${words.length > 90 ? `${truncateText(words, 90)}…` : words}”`,
    ];
  });
}

/** Returns the default side: `theirs` if only they changed the section, otherwise `mine`. */
export function defaultConflictSide({ mine }: ConflictSection): ConflictSide {
  return mine === 'same' ? 'theirs' : 'mine';
}

/**
 * Merges both versions section by section. The order is that of `theirs`, unless `mine` has the sections of `base` in
 * another order. A section that only the other version has is inserted after the nearest preceding section of that
 * version that is in the result, or at the beginning if there is none.
 */
export function mergedData(base: Data, mine: Data, theirs: Data, sideOf: (id: string) => ConflictSide): Data {
  const isMyOrder = isReordered(base, mine);
  const [ordered, other] = isMyOrder ? [mine, theirs] : [theirs, mine];
  const sideOfOther: ConflictSide = isMyOrder ? 'theirs' : 'mine';
  const [orderedItems, otherItems] = [byId(ordered), byId(other)];
  const content = ordered.content.flatMap((item) => {
    if (sideOf(item.props.id) !== sideOfOther) return [item];
    const chosen = otherItems.get(item.props.id);
    return chosen ? [chosen] : [];
  });
  for (const [index, item] of other.content.entries()) {
    if (orderedItems.has(item.props.id) || sideOf(item.props.id) !== sideOfOther) continue;
    const present = content.map(({ props }) => props.id);
    const before = other.content.slice(0, index).findLast(({ props }) => present.includes(props.id));
    content.splice(before ? present.indexOf(before.props.id) + 1 : 0, 0, item);
  }
  return { ...mine, content };
}

/**
 * Returns Puck's data for three versions: the one on which the unsaved changes are based, the one with these changes,
 * and the stored one. If a section added in `mine` has the same key as another section in `theirs`, it gets a new key.
 * The items of `mine` must have their keys as ids.
 */
export function conflictVersions(base: EditablePage, mine: Data, theirs: EditablePage, blocks: BlocksById) {
  return {
    base: toPuckData(base, blocks),
    mine: withFreeKeys(base, mine, theirs, blocks),
    theirs: toPuckData(theirs, blocks),
  };
}

function withFreeKeys(base: EditablePage, mine: Data, theirs: EditablePage, blocks: BlocksById): Data {
  const keyOf = createItemKeyOf(
    { layout: [...base.layout, ...theirs.layout], taken: [...base.taken, ...theirs.taken] },
    mine,
  );
  const content = mine.content.map((item) => {
    const { id } = item.props;
    // If the base version has the key, both sides use it for the same section.
    if (!isFreeKey(id, base) || isFreeKey(id, theirs) || isStoredIn(theirs, item, blocks)) return item;
    return { ...item, props: { ...item.props, id: keyOf(`${item.type}-${id}`, item.type) } };
  });
  return { ...mine, content };
}

/** Whether a version has the same section. This editor may have saved it without receiving the response. */
function isStoredIn(page: EditablePage, item: Item, blocks: BlocksById): boolean {
  const layout = page.layout.filter(({ key }) => key === item.props.id);
  const data = { root: { props: {} }, content: [item] };
  return isUnchanged(pageChanges(data, { ...page, layout }, blocks, (id) => id));
}

/** Whether the sections that both versions have are in another order. */
function isReordered(base: Data, now: Data): boolean {
  const idsIn = (data: Data, others: ReadonlyMap<string, Item>) =>
    data.content.map(({ props }) => props.id).filter((id) => others.has(id));
  return !isEqualJson(idsIn(base, byId(now)), idsIn(now, byId(base)));
}

function fate(before: Item | undefined, now: Item | undefined): SectionChange {
  if (!before) return now ? 'added' : 'same';
  if (!now) return 'removed';
  return isEqualJson(before, now) ? 'same' : 'changed';
}

function byId({ content }: Data): ReadonlyMap<string, Item> {
  return new Map(content.map((item) => [item.props.id, item]));
}
