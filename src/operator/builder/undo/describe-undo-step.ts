import type { Data } from '@puckeditor/core';
import { isEqualJson, propName, type BlocksById } from '../saving/page-data.ts';

type Item = Data['content'][number];

/** Describes in plain words what changed between two states of a page. */
export function describeUndoStep(
  before: readonly Item[],
  after: readonly Item[],
  blocks: BlocksById,
): string {
  const titleOf = ({ type }: Item) => blocks.get(type)?.title ?? type;
  const named = (items: readonly Item[]) => {
    const [first] = items;
    return first && items.length === 1 ? titleOf(first) : `${items.length} sections`;
  };
  const [old, now] = [byId(before), byId(after)];
  const added = after.filter(({ props }) => !old.has(props.id));
  const removed = before.filter(({ props }) => !now.has(props.id));
  if (added.length > 0 && removed.length > 0) return 'Loaded another version';
  if (added.length > 0) return `Added ${named(added)}`;
  if (removed.length > 0) return `Removed ${named(removed)}`;
  const changed = after.filter((item) => !isEqualJson(old.get(item.props.id)?.props, item.props));
  const moved = movedItem(before, after);
  const [item, ...others] = changed;
  if (moved && !item) return `Moved ${titleOf(moved.item)} ${moved.isUp ? 'up' : 'down'}`;
  if (!item) return 'Moved sections';
  const hidden = changed.map(({ props }) => props['_hidden'] === true);
  const isVisibility = changed.every((each) =>
    isEqualJson(changedProps(old.get(each.props.id), each), ['_hidden']),
  );
  if (isVisibility && new Set(hidden).size === 1) return `${hidden[0] ? 'Hid' : 'Showed'} ${named(changed)}`;
  if (others.length > 0) return `Changed ${named(changed)}`;
  const [prop, ...otherProps] = changedProps(old.get(item.props.id), item);
  const label = prop === undefined || otherProps.length > 0 ? null : labelOf(prop, item, blocks);
  return label === null ? `Changed ${titleOf(item)}` : `Changed ${label} of ${titleOf(item)}`;
}

/** Formats the time of a change, in epoch milliseconds, as a time of day in a time zone: `3:05 PM`. */
export function formatUndoStepTime(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at);
}

function byId(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.props.id, item]));
}

function changedProps(before: Item | undefined, { props }: Item): string[] {
  const names = new Set([...Object.keys(before?.props ?? {}), ...Object.keys(props)]);
  return [...names].filter((name) => !isEqualJson(before?.props[name], props[name]));
}

const SETTINGS: Readonly<Record<string, string>> = {
  _hidden: 'visibility',
  _region: 'column',
  _from: 'schedule',
  _until: 'schedule',
};

function labelOf(prop: string, { type }: Item, blocks: BlocksById): string | null {
  const fields = Object.entries(blocks.get(type)?.fields ?? {});
  return SETTINGS[prop] ?? fields.find(([name]) => propName(name) === prop)?.[1].label ?? null;
}

/** Returns the section that was moved, or null unless exactly one was moved. */
function movedItem(before: readonly Item[], after: readonly Item[]): { item: Item; isUp: boolean } | null {
  const order = before.map(({ props }) => props.id);
  for (const [index, item] of after.entries()) {
    const from = order.indexOf(item.props.id);
    if (from === index) continue;
    const others = after.filter((each) => each !== item).map(({ props }) => props.id);
    if (isEqualJson(others, order.toSpliced(from, 1))) {
      // If two neighbors changed places, either could be the moved one. The one that moved up is found first.
      return { item, isUp: index < from };
    }
  }
  return null;
}
