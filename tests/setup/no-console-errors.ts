import { afterEach, beforeEach, expect } from 'vitest';

const original = console.error;
let calls: unknown[][] = [];

// Tests that expect an error replace `console.error` with their own spy. Any call that reaches this one is unexpected.
beforeEach(() => {
  calls = [];
  console.error = (...args: unknown[]) => {
    calls.push(args);
    original(...args);
  };
});

afterEach(() => {
  console.error = original;
  expect(calls, 'console.error was called and no test expected it').toEqual([]);
});
