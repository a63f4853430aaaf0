/** What a toast says. */
export interface Toast {
  kind: 'success' | 'error' | 'info';
  title: string;
  text: string;
}

/** How long a toast stays, in milliseconds, while nobody looks closer. As specified. */
export const TOAST_MS = 5_000;

let current: Toast | null = null;
const toasters = new Set<symbol>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one that is there: there is at most one at a time. */
export function showToast(toast: Toast): void {
  // A new object, so that the same words said again have their own time.
  current = { ...toast };
  tell();
}

/** Takes the toast away; given one, only if that is the one shown. */
export function dismissToast(toast?: Toast): void {
  if (current === null || (toast && toast !== current)) return;
  current = null;
  tell();
}

/** The toast that a mounted toaster shows; undefined unless it is the first of them: only that one renders. */
export function toastOf(toaster: symbol): Toast | null | undefined {
  const [first] = toasters;
  return first === toaster ? current : undefined;
}

/** Calls back after every change; answers the way to stop. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers a mounted toaster; answers the way to take it back. */
export function addToaster(toaster: symbol): () => void {
  toasters.add(toaster);
  tell();
  return () => {
    toasters.delete(toaster);
    tell();
  };
}
