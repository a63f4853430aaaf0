import { useGetPuck, type Data, type PuckAction, type PuckApi } from '@puckeditor/core';
import { createContext, use, useCallback, useEffect } from 'react';
import { isElement } from '../inline-text/element-at.ts';
import { itemSelectorOf } from '../sections/section-changes.ts';

/** Milliseconds without a change after which Puck records all changes since the last step as one undo step. */
const RECORD_AFTER_MS = 250;
/** Action types that Puck records only if `recordHistory` is set. */
const SELDOM_RECORDED = new Set(['registerZone', 'unregisterZone', 'setData', 'setUi', 'set']);
/** Selects the elements with their own undo. In them, the shortcuts for undo and redo do not change the page. */
const OWN_UNDO = '[data-puck-overlay-portal], dialog';

/**
 * Delays undo and redo until Puck has recorded the latest change. Otherwise, Puck would go back one step too far, and
 * then replace the skipped step with the change, so that the skipped step could never be redone.
 */
export interface DelayedUndo {
  /** Must be called for each action, as Puck's `onAction`. */
  noteAction: (action: PuckAction) => void;
  /**
   * Runs `work` after the pending change has been recorded, and returns true. Returns false if no change is pending.
   */
  hold: (work: () => void) => boolean;
}

/** Creates a `DelayedUndo` without a pending change. Each page editor has its own. */
export function createDelayedUndo(): DelayedUndo {
  let timer: number | null = null;
  let held: (() => void)[] = [];
  return {
    noteAction({ type, recordHistory = !SELDOM_RECORDED.has(type) }) {
      if (!recordHistory) return;
      if (timer !== null) clearTimeout(timer);
      // Puck started its own timer just before this one, so Puck records the change first.
      timer = window.setTimeout(() => {
        timer = null;
        const works = held;
        held = [];
        for (const work of works) work();
      }, RECORD_AFTER_MS);
    },
    hold(work) {
      if (timer === null) return false;
      held.push(work);
      return true;
    },
  };
}

/** Provides the `DelayedUndo` to the components of the page editor; null outside of it. */
export const DelayedUndoContext = createContext<DelayedUndo | null>(null);

/** Returns the `DelayedUndo` of the page editor. Throws an `Error` outside of it. */
export function useDelayedUndo(): DelayedUndo {
  const delayedUndo = use(DelayedUndoContext);
  if (!delayedUndo) throw new Error('useDelayedUndo needs the page editor around it.');
  return delayedUndo;
}

/**
 * Handles the keyboard shortcuts for undo and redo instead of Puck, in this document and in `frame`, the document of
 * the canvas; undefined while there is none.
 */
export function useUndoKeys(frame: Document | undefined): void {
  const restore = useRestoreUndoStep();
  useEffect(() => {
    const listening = new AbortController();
    const handle = (event: KeyboardEvent) => {
      const step = keyedStep(event);
      // A text that is edited on the canvas and the inputs of a dialog have their own undo.
      if (step === null || (isElement(event.target) && event.target.closest(OWN_UNDO))) return;
      event.preventDefault();
      event.stopPropagation();
      restore(step);
    };
    for (const each of frame ? [document, frame] : [document]) {
      each.addEventListener('keydown', handle, { capture: true, signal: listening.signal });
    }
    return () => listening.abort();
  }, [frame, restore]);
}

/** A step of the history: the one before or after the current one, or the one with this index. */
type Step = 'back' | 'forward' | number;

/**
 * Returns a function that restores the page as it was at a step of the history, after the pending change is recorded.
 * Only the page changes: the panels and the viewport stay as they are, and the section stays selected if the restored
 * page has it. If there is no such step, nothing happens.
 */
export function useRestoreUndoStep(): (step: Step) => void {
  const delayedUndo = useDelayedUndo();
  const getPuck = useGetPuck();
  return useCallback(
    (step) => {
      const restore = () => restoreStep(getPuck(), step);
      if (!delayedUndo.hold(restore)) restore();
    },
    [delayedUndo, getPuck],
  );
}

function restoreStep({ history, appState, selectedItem, dispatch }: PuckApi, step: Step): void {
  const indexes = { back: history.index - 1, forward: history.index + 1 };
  const index = typeof step === 'number' ? step : indexes[step];
  const state = history.histories[index]?.state;
  if (!state) return;
  history.setHistoryIndex(index);
  // This also restored the panels and the viewport of that step, so put the current ones back.
  const { ui } = appState;
  const content: Data['content'] = state.data?.content ?? [];
  const itemSelector = itemSelectorOf(content, selectedItem?.props.id);
  // Clear Puck's focus: a focused input would keep showing the text from before.
  dispatch({ type: 'setUi', ui: { ...ui, itemSelector, field: { ...ui.field, focus: null } } });
}

function keyedStep({ code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Step | null {
  if (ctrlKey === metaKey) return null;
  if (code === 'KeyZ') return shiftKey ? 'forward' : 'back';
  return code === 'KeyY' && !shiftKey ? 'forward' : null;
}
