import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { dismissToast } from '../../src/ui/feedback/toast-store.ts';
import { CONDITION_LIMIT } from './time-limits.ts';

configure({ asyncUtilTimeout: CONDITION_LIMIT });

// jsdom has no layout, so no element changes its size and this stub never reports anything. Puck needs the class when it
// is imported.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// jsdom does not scroll either.
Element.prototype.scrollIntoView = () => {};

// Test files in the same worker share its modules and globals, so stubs, elements and toasts must not leak into the next.
afterEach(() => {
  cleanup();
  dismissToast();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});
