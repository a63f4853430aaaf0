import { createContext, use, useSyncExternalStore } from 'react';
import type { FormattedTextSession } from './edit-formatted-text.ts';

/** The formatted text that is being edited on the canvas, with its toolbar. */
export interface FormattedTextState {
  editing: FormattedTextSession;
  label: string;
  /** Whether the link dialog is open. */
  isLinking: boolean;
  /** Ends editing. Keeps the typed text if `isKept` is true. */
  end: (isKept: boolean) => void;
}

/** The dialog that edits a link or a picture that was clicked on the canvas. */
export interface CanvasValueDialogState {
  kind: 'link' | 'picture';
  label: string;
  value: unknown;
  set: (value: unknown) => void;
}

interface State {
  text: FormattedTextState | null;
  value: CanvasValueDialogState | null;
}

/**
 * A store for the text or value that is being edited on the canvas. The toolbar and the dialogs are outside of the
 * canvas frame.
 */
export interface CanvasEditing {
  get: () => State;
  set: (change: Partial<State>) => void;
  subscribe: (listen: () => void) => () => void;
  /** Whether the last click or key press was on the canvas itself, not on a tool or elsewhere in the builder. */
  used: { isCanvas: boolean };
}

/** Creates the store for one page editor. */
export function createCanvasEditing(): CanvasEditing {
  let state: State = { text: null, value: null };
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listen of listeners) listen();
    },
    subscribe(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    used: { isCanvas: false },
  };
}

/** Provides the store to the components of the page editor. */
export const CanvasEditingContext = createContext<CanvasEditing | null>(null);

/** Returns the store for editing on the canvas. Throws an `Error` outside the page editor. */
export function useCanvasEditing(): CanvasEditing {
  const editing = use(CanvasEditingContext);
  if (!editing) throw new Error('useCanvasEditing needs the page editor around it.');
  return editing;
}

/** Returns the text or value that is being edited. The component renders again when that changes. */
export function useCanvasEditingState(): State {
  const editing = useCanvasEditing();
  return useSyncExternalStore(editing.subscribe, editing.get);
}
