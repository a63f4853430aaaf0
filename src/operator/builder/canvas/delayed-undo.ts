import { useGetPuck, type PuckAction } from '@puckeditor/core';
import { createContext, use, useEffect } from 'react';
import { isElement } from '../inline-text/element-at.ts';

/** Milliseconds without a change after which Puck records all changes since the last step as one undo step. */
const RECORD_AFTER_MS = 250;
/** Action types that Puck records only if `recordHistory` is set. */
const SELDOM_RECORDED = new Set(['registerZone', 'unregisterZone', 'setData', 'setUi', 'set']);

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

/** Creates the `DelayedUndo` of one page editor. */
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

/** Provides the `DelayedUndo` to the components of the page editor. */
export const DelayedUndoContext = createContext<DelayedUndo | null>(null);

/** Delays the keyboard shortcuts for undo and redo, in this document and in the canvas frame. */
export function useDelayedUndoKeys(frame: Document | undefined): void {
  const heldUndo = use(DelayedUndoContext);
  const getPuck = useGetPuck();
  useEffect(() => {
    const listening = new AbortController();
    const hold = (event: KeyboardEvent) => {
      const step = keyedStep(event);
      // While a text is edited on the canvas, the text editor handles undo.
      if (step === null || (isElement(event.target) && event.target.closest('[data-puck-overlay-portal]')))
        return;
      if (!heldUndo?.hold(() => getPuck().history[step]())) return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const each of frame ? [document, frame] : [document]) {
      each.addEventListener('keydown', hold, { capture: true, signal: listening.signal });
    }
    return () => listening.abort();
  }, [frame, heldUndo, getPuck]);
}

type Step = 'back' | 'forward';

/**
 * Returns a function that goes one step back or forward, after the pending change is recorded. Used by the undo and
 * redo buttons.
 */
export function useUndo(): (step: Step) => void {
  const heldUndo = use(DelayedUndoContext);
  const getPuck = useGetPuck();
  return (step) => {
    const go = () => getPuck().history[step]();
    if (!heldUndo?.hold(go)) go();
  };
}

function keyedStep({ code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): Step | null {
  if (ctrlKey === metaKey) return null;
  if (code === 'KeyZ') return shiftKey ? 'forward' : 'back';
  return code === 'KeyY' && !shiftKey ? 'forward' : null;
}
