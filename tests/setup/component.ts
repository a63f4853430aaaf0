import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { CONDITION_LIMIT } from './time-limits.ts';

configure({ asyncUtilTimeout: CONDITION_LIMIT });

// Test files share the globals of a worker, so a test's replacements must not leak into the next file.
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

afterAll(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
