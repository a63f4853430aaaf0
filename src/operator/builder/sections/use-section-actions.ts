import { useGetPuck, type Data, type PuckAction } from '@puckeditor/core';
import { copySections } from './copy-and-paste.tsx';
import {
  asOneUndoStep,
  createInsertActions,
  itemSelectorOf,
  createReorderActions,
  createRemoveActions,
  createReplaceAction,
} from './section-changes.ts';
import { withSectionsMovedBy, withSectionsMovedTo } from './section-order.ts';

type Item = Data['content'][number];

/** Actions on one or more sections, which are given by their ids. Each change is one undo step. */
export interface SectionActions {
  /** Moves the sections up (-1) or down (1); see `withSectionsMovedBy`. */
  move: (ids: ReadonlySet<string>, step: -1 | 1) => void;
  /** Moves the sections in front of the one that is at `index` now. */
  moveTo: (ids: ReadonlySet<string>, index: number) => void;
  duplicate: (ids: ReadonlySet<string>) => void;
  hide: (ids: ReadonlySet<string>, hidden: boolean) => void;
  remove: (ids: ReadonlySet<string>) => void;
  /** Copies the sections for pasting. Returns false if they could not be stored. */
  copy: (ids: ReadonlySet<string>) => boolean;
}

/**
 * Returns the actions for sections. A moved section stays selected. The copy of a single section is selected. If the
 * selected section is removed, the next one is selected or, at the end of the page, the last one.
 */
export function useSectionActions(): SectionActions {
  const getPuck = useGetPuck();
  const contentOf = () => getPuck().appState.data.content;
  const chosen = (ids: ReadonlySet<string>) => contentOf().filter(({ props }) => ids.has(props.id));
  /**
   * Dispatches the actions as one undo step. `selected` is the id of the section to select afterwards; by default,
   * the selection stays.
   */
  const change = (actions: readonly PuckAction[], selected?: string) => {
    const { selectedItem, dispatch } = getPuck();
    const id: unknown = selected ?? selectedItem?.props.id;
    for (const action of asOneUndoStep(actions)) dispatch(action);
    dispatch({ type: 'setUi', ui: { itemSelector: itemSelectorOf(contentOf(), id) } });
  };
  return {
    move: (ids, step) => {
      const moved = withSectionsMovedBy(contentOf(), ids, step);
      if (moved) change(createReorderActions(contentOf(), moved));
    },
    moveTo: (ids, index) =>
      change(createReorderActions(contentOf(), withSectionsMovedTo(contentOf(), ids, index))),
    duplicate: (ids) => {
      const copies = chosen(ids).map(({ type, props }) => newSectionItem(type, props));
      const last = contentOf().findLastIndex(({ props }) => ids.has(props.id));
      change(createInsertActions(copies, last + 1), ids.size === 1 ? copies[0]?.props.id : undefined);
    },
    hide: (ids, hidden) =>
      change(
        contentOf().flatMap((item, index) =>
          ids.has(item.props.id) ? [createReplaceAction(withHidden(item, hidden), index)] : [],
        ),
      ),
    remove: (ids) => {
      const first = contentOf().findIndex(({ props }) => ids.has(props.id));
      const rest = contentOf().filter(({ props }) => !ids.has(props.id));
      const wasSelected = ids.has(String(getPuck().selectedItem?.props.id));
      const next = rest[Math.min(first, rest.length - 1)];
      change(createRemoveActions(contentOf(), ids), wasSelected ? next?.props.id : undefined);
    },
    copy: (ids) => copySections(chosen(ids)),
  };
}

/** Returns a new section with this block and these values, and a new id. */
export function newSectionItem(type: string, props: Readonly<Record<string, unknown>>): Item {
  return { type, props: { ...props, id: `${type}-${crypto.randomUUID()}` } };
}

function withHidden(item: Item, hidden: boolean): Item {
  return { ...item, props: { ...item.props, _hidden: hidden } };
}
