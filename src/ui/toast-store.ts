/** What a toast says. */
export interface Toast {
  kind: 'success' | 'error' | 'info';
  title: string;
  text: string;
}

/** How long a toast stays, in milliseconds, while nobody looks closer. As specified. */
export const TOAST_MS = 5_000;

let current: Toast | null = null;
let toasters: readonly symbol[] = [];
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

/** The toast that is shown. */
export function currentToast(): Toast | null {
  return current;
}

/** The mounted toaster that renders: the first of them. */
export function leadingToaster(): symbol | undefined {
  return toasters[0];
}

/** Calls back after every change; answers the way to stop. */
export function watchToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers a mounted toaster; answers the way to take it back. */
export function addToaster(toaster: symbol): () => void {
  toasters = [...toasters, toaster];
  tell();
  return () => {
    toasters = toasters.filter((other) => other !== toaster);
    tell();
  };
}
