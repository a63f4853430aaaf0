import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProgressDisplay } from './progress-display.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

function streamOf(isTTY: boolean) {
  const written: string[] = [];
  return {
    written,
    stream: {
      isTTY,
      columns: 30,
      write: (text: string) => written.push(text),
      cursorTo: () => true,
      clearLine: () => written.push('<clear>'),
    },
  };
}

test('a terminal has one line, which ends empty', () => {
  const { stream, written } = streamOf(true);
  const progress = createProgressDisplay(stream);
  progress('Reading: post 100 of 20,000 (a long line)');
  progress(null);
  expect(written).toEqual(['<clear>', 'Reading: post 100 of 20,000 (', '<clear>']);
});

test('a file gets a line every five seconds, and none of what is quick', () => {
  const { stream, written } = streamOf(false);
  const progress = createProgressDisplay(stream);
  progress('a');
  vi.advanceTimersByTime(5_000);
  progress('b');
  progress('c');
  vi.advanceTimersByTime(5_000);
  progress('d');
  progress(null);
  expect(written).toEqual(['b\n', 'd\n']);
});
