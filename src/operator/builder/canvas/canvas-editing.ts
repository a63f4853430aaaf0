import { createContext, use, useSyncExternalStore } from 'react';
import type { FormattedEditing } from './edit-formatted-text.ts';

/** Formatted text that is being edited on the canvas, with its toolbar. */
export interface OpenText {
  editing: FormattedEditing;
  label: string;
  /** Whether the link dialog is open. */
  isLinking: boolean;
  end: (isKept: boolean) => void;
}

/** A dialog for a value that was clicked on the canvas. */
export interface OpenValue {
  kind: 'link' | 'picture';
  label: string;
  value: unknown;
  set: (value: unknown) => void;
}

interface State {
  text: OpenText | null;
  value: OpenValue | null;
}

/** What is being edited on the canvas. The tools for it are outside of the frame, in this document. */
export interface CanvasEditing {
  get: () => State;
  set: (change: Partial<State>) => void;
  subscribe: (listen: () => void) => () => void;
  /** Whether the person last clicked or pressed a key on the canvas itself, and not on a tool. */
  used: { isCanvas: boolean };
}

/** Creates the state for one page editor. */
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

export const CanvasEditingContext = createContext<CanvasEditing | null>(null);

/** Returns the state of what is edited on the canvas. Throws outside the page editor. */
export function useCanvasEditing(): CanvasEditing {
  const editing = use(CanvasEditingContext);
  if (!editing) throw new Error('useCanvasEditing needs the page editor around it.');
  return editing;
}

/** Returns what is edited now, and renders again when that changes. */
export function useOpenOnCanvas(): State {
  const editing = useCanvasEditing();
  return useSyncExternalStore(editing.subscribe, editing.get);
}
