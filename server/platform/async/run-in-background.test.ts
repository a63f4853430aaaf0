import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLogger } from '../logging/create-logger.ts';
import { runInBackground } from './run-in-background.ts';

it.each([
  ['rejects', () => Promise.reject(new Error('The disk is full.'))],
  [
    'throws',
    () => {
      throw new Error('The disk is full.');
    },
  ],
])('logs work that %s', async (_, work) => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line: string) => void lines.push(line) });
  runInBackground(log, 'pages-not-refreshed', work);
  await nextTurn();
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { level: 50, event: 'pages-not-refreshed', err: { message: 'The disk is full.' } },
  ]);
});
