import type { AppState, Data, PuckAction } from '@puckeditor/core';

type Item = Data['content'][number];
/** The id of Puck's zone that contains the sections of a page. */
export const ROOT_ZONE = 'root:default-zone';

interface PageState extends Pick<AppState, 'data'> {
  ui: { itemSelector?: { index?: number | undefined } | null };
}

/**
 * Returns the index for a new section: below the selected section, or at the end. After a drag from the list of
 * blocks that ended beside the canvas, Puck's selection has no index.
 */
export function newSectionIndex({ ui, data }: PageState): number {
  const index = ui.itemSelector?.index;
  return index !== undefined && Number.isInteger(index) ? index + 1 : data.content.length;
}

/** Returns Puck's selector for the section with this id; null if it is not on the page, so that none is selected. */
export function itemSelectorOf(content: readonly Item[], id: unknown) {
  const index = content.findIndex(({ props }) => props.id === id);
  return index < 0 ? null : { index, zone: ROOT_ZONE };
}

/*
 * A change of several sections consists of at most two Puck actions per section. Only the last action is recorded, so
 * the change is one undo step. Replacing all data instead would render every section again.
 */

/** Returns the same actions with only the last one recorded in the history, so that they form one undo step. */
export function asOneUndoStep(actions: readonly PuckAction[]): PuckAction[] {
  return actions.map((action, index) =>
    Object.assign({}, action, { recordHistory: index === actions.length - 1 }),
  );
}

/**
 * Returns the Puck actions that change the order of the sections from `before` to `after`. Filling the places from the
 * top or from the bottom can take different numbers of moves, so the shorter list is used.
 */
export function createReorderActions(before: readonly Item[], after: readonly Item[]): PuckAction[] {
  const [ids, wanted] = [before.map(idOf), after.map(idOf)];
  const places = wanted.map((_, index) => index);
  const [upwards, downwards] = [moves(ids, wanted, places), moves(ids, wanted, places.toReversed())];
  return downwards.length < upwards.length ? downwards : upwards;
}

function moves(
  before: readonly string[],
  wanted: readonly string[],
  places: readonly number[],
): PuckAction[] {
  let order = [...before];
  return places.flatMap((place) => {
    const id = wanted[place] ?? '';
    const from = order.indexOf(id);
    if (from === place || from < 0) return [];
    order = order.toSpliced(from, 1).toSpliced(place, 0, id);
    return [{ type: 'reorder', sourceIndex: from, destinationIndex: place, destinationZone: ROOT_ZONE }];
  });
}

/**
 * Returns the Puck actions that insert sections, the first one at `index`. Puck's `insert` creates a section with
 * default values, so a `replace` follows, which sets its values.
 */
export function createInsertActions(items: readonly Item[], index: number): PuckAction[] {
  return items.flatMap((item, offset): PuckAction[] => {
    const destination = { destinationIndex: index + offset, destinationZone: ROOT_ZONE };
    return [
      { type: 'insert', componentType: item.type, id: item.props.id, ...destination },
      { type: 'replace', data: item, ...destination },
    ];
  });
}

export function createReplaceAction(item: Item, index: number): PuckAction {
  return { type: 'replace', destinationIndex: index, destinationZone: ROOT_ZONE, data: item };
}

/**
 * Returns the Puck actions that remove the sections with these ids. The last section is removed first, so that the
 * indexes of the others stay valid.
 */
export function createRemoveActions(content: readonly Item[], ids: ReadonlySet<string>): PuckAction[] {
  return content
    .flatMap((item, index): PuckAction[] =>
      ids.has(idOf(item)) ? [{ type: 'remove', index, zone: ROOT_ZONE }] : [],
    )
    .toReversed();
}

function idOf({ props }: Item): string {
  return props.id;
}
