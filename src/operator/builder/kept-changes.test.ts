// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import type { EditablePage } from '../../contracts/page-builder.ts';
import { forgetChanges, keepChanges, keptChanges, olderChanges } from './kept-changes.ts';

const page = (modified: string): EditablePage => ({
  at: '/buy',
  path: '/buy',
  title: 'Buy',
  state: 'published',
  modified,
  editLink: null,
  layout: [],
  values: {},
  builtIn: {},
  taken: [],
});
const data = { root: {}, content: [{ type: 'hero', props: { id: 'hero', title: 'Typed' } }] };
afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

it('belong to the version that was edited, and are offered after another one was saved', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T14:05:00Z') });
  keepChanges(page('first'), data);
  expect(keptChanges(page('first'))).toEqual(data);
  expect(olderChanges(page('first'))).toBeNull();
  expect(keptChanges(page('second'))).toBeNull();
  expect(olderChanges(page('second'))).toEqual({ data, when: Date.parse('2026-11-23T14:05:00Z') });
  forgetChanges(page('second'));
  expect(olderChanges(page('second'))).toBeNull();
});

it.each(['', '{', 'null', '{"base":"first"}', '{"base":"first","data":{"content":1}}'])(
  'are none if %j is stored',
  (stored) => {
    localStorage.setItem('pageBuilder:/buy', stored);
    expect(keptChanges(page('first'))).toBeNull();
    expect(olderChanges(page('second'))).toBeNull();
  },
);
