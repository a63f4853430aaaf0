import { afterEach, beforeEach, expect } from 'vitest';

const original = console.error;
let calls: unknown[][] = [];

// A test that expects an error replaces console.error with its own spy, so a call that reaches this one is unexpected.
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
