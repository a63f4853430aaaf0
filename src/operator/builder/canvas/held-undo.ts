import { useGetPuck, type PuckAction } from '@puckeditor/core';
import { createContext, use, useEffect } from 'react';

/**
 * After this many milliseconds without another change, Puck records all changes since the last step as one undo step.
 */
const RECORD_AFTER_MS = 250;
/** Actions that Puck records only if `recordHistory` is set. */
const SELDOM_RECORDED = new Set(['registerZone', 'unregisterZone', 'setData', 'setUi', 'set']);

/**
 * Delays undo and redo until the latest change is recorded. Otherwise, Puck would go back one step too far and then
 * replace the skipped step with the change, so that it could never be redone.
 */
export interface HeldUndo {
  /** For Puck's `onAction`. */
  noteAction: (action: PuckAction) => void;
  /**
   * Runs `work` after the pending change has been recorded, and returns true. Returns false if no change is pending.
   */
  hold: (work: () => void) => boolean;
}

/** Creates the state for one page editor. */
export function createHeldUndo(): HeldUndo {
  let timer: number | null = null;
  let held: (() => void)[] = [];
  return {
    noteAction({ type, recordHistory = !SELDOM_RECORDED.has(type) }) {
      if (!recordHistory) return;
      if (timer !== null) clearTimeout(timer);
      // Puck has just set its own timer, which therefore fires before this one.
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

export const HeldUndoContext = createContext<HeldUndo | null>(null);

/** Delays the keys and buttons for undo and redo in this document and in the canvas. */
export function useHeldUndo(frame: Document | undefined): void {
  const heldUndo = use(HeldUndoContext);
  const getPuck = useGetPuck();
  useEffect(() => {
    const listening = new AbortController();
    const holding = (event: Event, step: 'back' | 'forward' | null) => {
      if (step === null || !heldUndo?.hold(() => getPuck().history[step]())) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const options = { capture: true, signal: listening.signal };
    for (const each of frame ? [document, frame] : [document]) {
      each.addEventListener('keydown', (event) => holding(event, keyedStep(event)), options);
      each.addEventListener('click', (event) => holding(event, clickedStep(event)), options);
    }
    return () => listening.abort();
  }, [frame, heldUndo, getPuck]);
}

function keyedStep({ code, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 'back' | 'forward' | null {
  if (ctrlKey === metaKey) return null;
  if (code === 'KeyZ') return shiftKey ? 'forward' : 'back';
  return code === 'KeyY' && !shiftKey ? 'forward' : null;
}

function clickedStep({ target }: Event): 'back' | 'forward' | null {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button?.title === 'undo') return 'back';
  return button?.title === 'redo' ? 'forward' : null;
}
