import type { Data } from '@puckeditor/core';
import { expect, it } from 'vitest';
import {
  changedFields,
  conflictSections,
  mergedData,
  defaultConflictSide,
  type ConflictSection,
} from './merge-conflict.ts';

/** Data in which each word is a section: its id, and optionally its title after a colon. */
const data = (words: string): Data => ({
  root: { props: {} },
  content: words.split(' ').map((word) => {
    const [id = '', title = ''] = word.split(':');
    return { type: 'hero', props: { id, title } };
  }),
});
const text = ({ content }: Data) => content.map(({ props }) => `${props.id}:${props['title']}`).join(' ');
const merge = (base: string, mine: string, theirs: string) => {
  const sections = new Map<string, ConflictSection>(
    conflictSections(data(base), data(mine), data(theirs)).map((each) => [each.id, each]),
  );
  const merged = mergedData(data(mine), data(theirs), (id) => {
    const section = sections.get(id);
    return section ? defaultConflictSide(section) : 'mine';
  });
  return text(merged);
};

it('names what each side did to a section', () => {
  expect(conflictSections(data('a:1 b:1 c:1'), data('a:2 c:1 d:1'), data('a:3 b:1 c:1'))).toEqual([
    { id: 'a', block: 'hero', mine: 'changed', theirs: 'changed' },
    { id: 'd', block: 'hero', mine: 'added', theirs: 'same' },
    { id: 'b', block: 'hero', mine: 'removed', theirs: 'same' },
  ]);
});

it('names the fields that a side changed, with their text', () => {
  const title = {
    kind: 'text',
    label: 'Headline',
    help: '',
    presence: 'maybe',
    fallback: undefined,
  } as const;
  const fields = { title };
  expect(changedFields(data('a:1'), data('a:<b>Two</b>'), 'a', fields)).toEqual(['Headline: “Two”']);
  expect(changedFields(data('a:1'), data('a:'), 'a', fields)).toEqual(['Headline']);
  expect(changedFields(data('a:1'), data('a:1'), 'a', fields)).toEqual([]);
  expect(changedFields(data('a:1'), data('b:1'), 'a', fields)).toEqual([]);
});

it.each([
  ['takes what only they changed', 'a:1 b:1', 'a:2 b:1', 'a:1 b:3', 'a:2 b:3'],
  ['keeps mine where both changed', 'a:1', 'a:2', 'a:3', 'a:2'],
  ['adds their new section after its neighbour', 'a:1 b:1', 'a:2 b:1', 'a:1 x:1 b:1', 'a:2 x:1 b:1'],
  ['adds their new first section at the start', 'a:1', 'a:2', 'x:1 a:1', 'x:1 a:2'],
  ['removes what they removed and I left alone', 'a:1 b:1', 'a:2 b:1', 'a:1', 'a:2'],
  ['leaves out what I removed', 'a:1 b:1', 'a:1', 'a:1 b:1', 'a:1'],
  // The section before theirs is one that I removed, so the one before that decides.
  ['keeps the place of a new section', 'a:1 b:1 c:1', 'a:1 c:1', 'a:1 b:1 n:1 c:1', 'a:1 n:1 c:1'],
  ['keeps a new section at the beginning', 'a:1 b:1', 'b:1', 'a:1 n:1 b:1', 'n:1 b:1'],
  ['keeps my order', 'a:1 b:1 c:1', 'c:1 b:1 a:1', 'a:1 b:5 c:1', 'c:1 b:5 a:1'],
])('%s', (_what, base, mine, theirs, merged) => {
  expect(merge(base, mine, theirs)).toBe(merged);
});

it('uses the other side of a section if the editor chooses it', () => {
  expect(text(mergedData(data('a:2 b:1'), data('a:3 b:4'), (id) => (id === 'a' ? 'theirs' : 'mine')))).toBe(
    'a:3 b:1',
  );
});
