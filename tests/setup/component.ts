import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { CONDITION_LIMIT } from './time-limits.ts';

configure({ asyncUtilTimeout: CONDITION_LIMIT });

// jsdom has no layout, so no element changes its size and this stub never reports anything. Puck needs the class when it
// is imported.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Test files in the same worker share its globals, so stubs and elements must not leak into the next file.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  history.replaceState(null, '', '/');
});
