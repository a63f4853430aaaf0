import type { Data } from '@puckeditor/core';
import { truncateText } from '../../../contracts/truncate-text.ts';
import type { EditablePage, FieldDescriptions } from '../../../contracts/operators/page-builder.ts';
import { isEqualJson, toPuckData, propName, type BlocksById } from './page-data.ts';

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
 * new text.
 */
export function changedFields(before: Data, now: Data, id: string, fields: FieldDescriptions): string[] {
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
 * Merges both versions section by section, in the order of `mine`. A section that only `theirs` has is inserted after
 * the nearest preceding section of `theirs` that is in the result, or at the beginning if there is none.
 */
export function mergedData(mine: Data, theirs: Data, sideOf: (id: string) => ConflictSide): Data {
  const other = byId(theirs);
  const content = mine.content.flatMap((item) => {
    if (sideOf(item.props.id) === 'mine') return [item];
    const taken = other.get(item.props.id);
    return taken ? [taken] : [];
  });
  const mineIds = new Set(mine.content.map(({ props }) => props.id));
  for (const [index, item] of theirs.content.entries()) {
    if (mineIds.has(item.props.id) || sideOf(item.props.id) === 'mine') continue;
    const present = content.map(({ props }) => props.id);
    const before = theirs.content.slice(0, index).findLast(({ props }) => present.includes(props.id));
    content.splice(before ? present.indexOf(before.props.id) + 1 : 0, 0, item);
  }
  return { ...mine, content };
}

/** Returns Puck's data for two versions: the one on which the unsaved changes are based, and the stored one. */
export function conflictVersions(base: EditablePage, theirs: EditablePage, blocks: BlocksById) {
  return { base: toPuckData(base, blocks), theirs: toPuckData(theirs, blocks) };
}

function fate(before: Item | undefined, now: Item | undefined): SectionChange {
  if (!before) return now ? 'added' : 'same';
  if (!now) return 'removed';
  return isEqualJson(before, now) ? 'same' : 'changed';
}

function byId({ content }: Data): ReadonlyMap<string, Item> {
  return new Map(content.map((item) => [item.props.id, item]));
}
