import { expect, test } from 'vitest';
import type { TextDifference } from '../body/text-differences.ts';
import type { TextCheckState } from '../body/text-check.ts';
import { checkTextDifferences } from './check-text-differences.ts';
import { describeChecks } from './describe-checks.ts';

const ADMIN = 'https://cms.example/wp-admin';
const place = (id: number) => ({ id, title: `Post ${id}`, path: `/post-${id}` });
const places = (number: number) => Array.from({ length: number }, (_, index) => place(index + 1));
const form: TextDifference = {
  kind: 'form',
  what: 'a form',
  fix: 'Visitors do not get it.',
  isLook: false,
  places: places(2),
};
const style: TextDifference = { ...form, kind: 'style', what: 'styles', isLook: true };
const dead: TextDifference = { ...form, kind: 'dead-link', what: 'a link to /gone', address: '/gone' };
const state = (differences: TextDifference[], more: Partial<TextCheckState> = {}): TextCheckState => ({
  running: null,
  result: { total: 9, differences, unread: [] },
  ...more,
});

test.each([
  ['nothing is otherwise', state([]), 'ok', 'Everything is shown as in WordPress (9 texts).'],
  [
    'something is missing',
    state([form, style]),
    'warning',
    '2 of 9 texts have something that visitors do not see as in WordPress.',
  ],
  ['only the look is another', state([style]), 'ok', 'Nothing is missing. 2 of 9 texts look otherwise.'],
  [
    'nothing was checked yet',
    { running: null, result: null },
    'not checked',
    'No text has been checked yet.',
  ],
  [
    'the first run is at work',
    { running: { checked: 3, total: 9 }, result: null },
    'not checked',
    '3 of 9 texts are checked.',
  ],
  [
    'the content has changed',
    state([], { running: { checked: 3, total: 9 } }),
    'ok',
    'Everything is shown as in WordPress (9 texts). The content has changed: 3 of 9 texts are checked again.',
  ],
])('if %s', (_, textCheck: TextCheckState, expected, detail) => {
  expect(checkTextDifferences(textCheck, ADMIN)).toMatchObject({ state: expected, detail });
});

test('each finding leads to its places here and in WordPress, and says how many more there are', () => {
  const { items } = checkTextDifferences(state([{ ...form, places: places(23) }]), ADMIN);
  expect(items?.[0]).toMatchObject({ text: 'A form, in 23 texts. Visitors do not get it.', more: 3 });
  expect(items?.[0]?.places).toHaveLength(20);
  expect(items?.[0]?.places?.[0]).toEqual({
    title: 'Post 1',
    path: '/post-1',
    link: `${ADMIN}/post.php?post=1&action=edit`,
  });
});

test('the list of findings is limited', () => {
  const many = Array.from({ length: 103 }, (_, index) => ({ ...form, what: `thing ${index}` }));
  const { items } = checkTextDifferences(state(many), ADMIN);
  expect(items).toHaveLength(101);
  expect(items?.at(-1)).toEqual({ text: 'and 3 more' });
});

test('a link that an operator has redirected is not dead', () => {
  expect(checkTextDifferences(state([dead]), ADMIN).state).toBe('warning');
  expect(checkTextDifferences(state([dead]), ADMIN, new Set(['/gone']))).toMatchObject({ state: 'ok' });
});

test('texts that could not be checked are named', () => {
  const check = checkTextDifferences(
    { running: null, result: { total: 9, differences: [], unread: [place(4)] } },
    ADMIN,
  );
  expect(check).toMatchObject({
    state: 'warning',
    detail: '8 of 9 texts are shown as in WordPress. The others could not be checked.',
    items: [{ text: expect.stringMatching(/^1 text could not be checked/), places: [{ title: 'Post 4' }] }],
  });
});

test('a terminal gets the places below their finding', () => {
  const text = describeChecks([checkTextDifferences(state([{ ...form, places: places(22) }]), ADMIN)]);
  expect(text).toContain('· A form, in 22 texts. Visitors do not get it.\n');
  expect(text).toContain(`- “Post 1”, /post-1\n             ${ADMIN}/post.php?post=1&action=edit`);
  expect(text).toContain('- and 2 more');
});
