import type { Data } from '@puckeditor/core';
import { describe, expect, it } from 'vitest';
import { defineBlock, type Block } from '../../../builder/block.ts';
import { list, text as textField } from '../../../builder/fields.ts';
import { parseLayout } from '../../../contracts/layout.ts';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import {
  changedFieldLabels,
  conflictSections,
  conflictVersions,
  mergedData,
  defaultConflictSide,
  type ConflictSection,
} from './merge-conflict.ts';
import { createItemKeyOf, pageChanges, toPuckData, withKeysAsItemIds } from './page-data.ts';

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
  const merged = mergedData(data(base), data(mine), data(theirs), (id) => {
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
  expect(changedFieldLabels(data('a:1'), data('a:<b>Two</b>'), 'a', fields)).toEqual(['Headline: “Two”']);
  expect(changedFieldLabels(data('a:1'), data('a:'), 'a', fields)).toEqual(['Headline']);
  expect(changedFieldLabels(data('a:1'), data('a:1'), 'a', fields)).toEqual([]);
  expect(changedFieldLabels(data('a:1'), data('b:1'), 'a', fields)).toEqual([]);
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
  ['keeps their order if I moved nothing', 'a:1 b:1 c:1', 'a:2 b:1 c:1', 'c:1 a:1 b:1', 'c:1 a:2 b:1'],
  ['adds my sections to their order', 'a:1 b:1', 'm:1 a:1 n:1 o:1 b:1', 'b:1 a:1', 'm:1 b:1 a:1 n:1 o:1'],
  ['keeps what I changed and they removed', 'a:1 b:1 c:1', 'a:1 b:2 c:1', 'c:1 a:1', 'c:1 a:1 b:2'],
  ['keeps their order without what I removed', 'a:1 b:1 c:1', 'a:1 c:1', 'c:1 b:1 a:1', 'c:1 a:1'],
])('%s', (_what, base, mine, theirs, merged) => {
  expect(merge(base, mine, theirs)).toBe(merged);
});

it('uses the other side of a section if the editor chooses it', () => {
  const merged = mergedData(data('a:1 b:1'), data('a:2 b:1'), data('a:3 b:4'), (id) =>
    id === 'a' ? 'theirs' : 'mine',
  );
  expect(text(merged)).toBe('a:3 b:1');
});

describe('sections that both sides added', () => {
  const faq = defineBlock({
    id: 'faq',
    title: 'FAQ',
    description: 'Questions.',
    fields: {
      title: textField({ label: 'Title' }),
      rows: list({ label: 'Rows', row: { question: textField({ label: 'Question' }) } }),
    },
  });
  const blocks: ReadonlyMap<string, Block> = new Map([[faq.id, faq]]);
  /** A stored page with a section for each of these keys, and values of further ids. */
  const page = (values: Record<string, unknown>, keys: string[]): EditablePage => ({
    kind: 'page',
    id: 7,
    at: '/buy',
    path: '/buy',
    title: 'Buy',
    state: 'published',
    modified: '2026-11-01T10:00:00.000Z',
    digest: 'a',
    editLink: null,
    mayEdit: true,
    layout:
      parseLayout(keys.map((key) => ({ block: 'faq', key, ids: key === 'bound' ? { title: 'old' } : {} })))
        ?.placements ?? [],
    values,
    builtIn: {},
    variant: null,
    variants: null,
    taken: [...new Set([...keys, ...Object.keys(values)])],
  });
  /** The keyed data of an editor that opened the page and added a section with this title. */
  const added = (base: EditablePage, title: string, rows: unknown[] = []) => {
    const opened = toPuckData(base, blocks);
    const settings = { _hidden: false, _region: 'main', _from: '', _until: '' };
    const item = { type: 'faq', props: { id: 'faq-uuid', ...settings, title, rows } };
    return withKeysAsItemIds({ ...opened, content: [...opened.content, item] }, createItemKeyOf(base));
  };
  const resolve = (base: EditablePage, mine: Data, theirs: EditablePage) => {
    const versions = conflictVersions(base, mine, theirs, blocks);
    const sections = conflictSections(versions.base, versions.mine, versions.theirs);
    const sides = new Map(sections.map((each) => [each.id, defaultConflictSide(each)]));
    const merged = mergedData(versions.base, versions.mine, versions.theirs, (id) => sides.get(id) ?? 'mine');
    return { sections, merged, changes: pageChanges(merged, theirs, blocks, createItemKeyOf(base)) };
  };
  const base = page({ bound_title: 'A' }, ['bound']);

  it('are both kept, mine with a free key', () => {
    const theirs = page({ faq_title: 'Theirs', faq2_title: 'Of another variant' }, ['bound', 'faq']);
    const { sections, merged, changes } = resolve(base, added(base, 'Mine'), theirs);
    expect(sections).toEqual([
      { id: 'faq3', block: 'faq', mine: 'added', theirs: 'same' },
      { id: 'faq', block: 'faq', mine: 'same', theirs: 'added' },
    ]);
    expect(merged.content.map(({ props }) => [props.id, props['title']])).toEqual([
      ['bound', ''],
      ['faq3', 'Mine'],
      ['faq', 'Theirs'],
    ]);
    expect(changes.layout?.map(({ key, ids }) => ({ key, ids }))).toEqual([
      { key: 'bound', ids: { title: 'old' } },
      { key: 'faq3', ids: {} },
      { key: 'faq', ids: {} },
    ]);
    expect(changes.values).toEqual({ faq3_title: 'Mine', faq3_rows: [] });
  });

  it('get different keys if there are several', () => {
    const theirs = page({ faq_title: 'Theirs', faq2_title: 'Theirs too' }, ['faq', 'faq2']);
    const empty = page({}, []);
    const mine = toPuckData(page({ faq_title: 'Mine', faq2_title: 'Mine too' }, ['faq', 'faq2']), blocks);
    const { merged } = resolve(empty, mine, theirs);
    expect(text(merged)).toBe('faq3:Mine faq4:Mine too faq:Theirs faq2:Theirs too');
  });

  it('get a free key for mine if only another variant of theirs uses the key', () => {
    const theirs = { ...page({}, ['bound']), taken: ['bound', 'faq'] };
    expect(resolve(base, added(base, 'Mine'), theirs).changes.values).toEqual({
      faq2_title: 'Mine',
      faq2_rows: [],
    });
  });

  it('are one section if they are equal, as after a save whose response was lost', () => {
    const rows = [{ question: 'Why?' }];
    const theirs = page({ faq_title: 'Mine', faq_rows: rows }, ['bound', 'faq']);
    // Puck adds ids to rows.
    const mine = added(base, 'Mine', [{ question: 'Why?', _arrayId: 'x' }]);
    const { merged, changes } = resolve(base, mine, theirs);
    expect(merged.content.map(({ props }) => props.id)).toEqual(['bound', 'faq']);
    expect(changes).toEqual({ layout: null, values: {} });
  });

  it('keep a key that the base version knows, as that of a restored section', () => {
    const known = page({ faq_title: 'Removed' }, []);
    const mine = toPuckData(page({ faq_title: 'Restored' }, ['faq']), blocks);
    const { sections } = resolve(known, mine, page({ faq_title: 'Restored by them' }, ['faq']));
    expect(sections).toEqual([{ id: 'faq', block: 'faq', mine: 'added', theirs: 'added' }]);
  });
});
