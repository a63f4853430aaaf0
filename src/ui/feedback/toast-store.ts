/** A short message that appears over the page for a few seconds. */
export interface Toast {
  kind: 'success' | 'error' | 'info';
  title: string;
  text: string;
}

/** How long a toast stays visible, in milliseconds, not counting pauses. As specified. */
export const TOAST_DURATION_MS = 5_000;

let current: Toast | null = null;
const toasters = new Set<symbol>();
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Shows a toast. It replaces the current one, because only one is visible at a time. */
export function showToast(toast: Toast): void {
  // A new object restarts the timer, even if the same toast is shown again.
  current = { ...toast };
  notify();
}

/** Dismisses the current toast; if `toast` is passed, only if it is still the current one. */
export function dismissToast(toast?: Toast): void {
  if (current === null || (toast && toast !== current)) return;
  current = null;
  notify();
}

/** Returns the current toast or null for the first mounted toaster; undefined for others, which render nothing. */
export function toastOf(toaster: symbol): Toast | null | undefined {
  const [first] = toasters;
  return first === toaster ? current : undefined;
}

/** Calls the listener after every change. Returns a function that stops listening. */
export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers a mounted toaster. Returns a function that removes it. */
export function addToaster(toaster: symbol): () => void {
  toasters.add(toaster);
  notify();
  return () => {
    toasters.delete(toaster);
    notify();
  };
}
