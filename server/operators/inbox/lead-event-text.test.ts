import { expect, test } from 'vitest';
import { leadEventText } from './lead-event-text.ts';

const text = (kind: string, detail: object) => leadEventText(kind, JSON.stringify(detail), 'America/Chicago');

test.each([
  ['2', 'The visitor sent the details of the second step.'],
  ['subscription', 'The visitor asked for the market report.'],
  ['1', 'The visitor sent a correction.'],
])('a change by step %s: %s', (step, words) => {
  expect(text('changed', { step })).toBe(words);
});

test('a lead was reopened by an operator or by its visitor', () => {
  expect(text('reopened', {})).toBe('Reopened by an operator.');
  expect(text('reopened', { by: 'visitor' })).toBe('Reopened, because the visitor sent something new.');
});
