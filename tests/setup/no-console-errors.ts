import { afterEach, beforeEach, expect } from 'vitest';

const original = console.error;
let calls: unknown[][] = [];

// A test that expects an error replaces console.error by a spy of its own; what reaches this one was not expected.
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
