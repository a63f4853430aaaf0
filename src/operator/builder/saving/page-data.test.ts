import type { Data } from '@puckeditor/core';
import { describe, expect, it } from 'vitest';
import { defineBlock, type Block } from '../../../builder/block.ts';
import {
  choice,
  contentChoice,
  date,
  group,
  image,
  link,
  list,
  number,
  reference,
  richText,
  text,
  toggle,
} from '../../../builder/fields.ts';
import { parseLayout } from '../../../contracts/layout.ts';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import {
  createItemKeyOf,
  withBuiltInSections,
  isUnchanged,
  pageChanges,
  toPuckData,
  canAddBuiltInSections,
  withKeysAsItemIds,
} from './page-data.ts';

const modules = import.meta.glob<Block>(['../../../blocks/*/block.ts', '!../../../blocks/wp-*/block.ts'], {
  eager: true,
  import: 'default',
});
const blockDefinitions = new Map(Object.values(modules).map((block) => [block.id, block]));

const everything = defineBlock({
  id: 'every-kind',
  title: 'Every kind',
  description: 'A field of each kind.',
  fields: {
    title: text({ label: 'Title', required: true }),
    words: richText({ label: 'Words' }),
    picture: image({ label: 'Picture' }),
    button: link({ label: 'Button' }),
    count: number({ label: 'Count' }),
    wide: toggle({ label: 'Wide' }),
    look: choice({ label: 'Look', options: ['plain', 'bold'] }),
    id: text({ label: 'A name that the editor uses itself' }),
    day: date({ label: 'Day' }),
    page: reference({ label: 'Page' }),
    topic: contentChoice({ label: 'Topic', optionsFrom: 'categories' }),
    detail: text({ label: 'Detail', showWhen: { field: 'look', is: ['bold'] } }),
    box: group({
      label: 'Box',
      fields: {
        words: text({ label: 'Words' }),
        open: toggle({ label: 'Open' }),
        photo: image({ label: 'Photo' }),
      },
    }),
    rows: list({ label: 'Rows', row: { name: text({ label: 'Name' }), photo: image({ label: 'Photo' }) } }),
  },
});
const blocks: ReadonlyMap<string, Block> = new Map([[everything.id, everything]]);

const page = (more: Partial<EditablePage> = {}): EditablePage => ({
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
  layout: layout([{ block: 'every-kind', key: 'all' }]),
  values: {},
  builtIn: {},
  variant: null,
  variants: null,
  taken: ['all'],
  ...more,
});
const layout = (list: readonly object[]) => parseLayout([...list])?.placements ?? [];

describe('a page that shows its own text', () => {
  const own = page({
    layout: layout([{ block: 'page-content', key: 'page' }]),
    sections: layout([{ block: 'every-kind', key: 'all', ids: { title: 'bound_title' } }]),
    builtIn: { bound_title: 'Built in' },
  });
  const data = toPuckData(own, blocks);
  const keyOf = createItemKeyOf(own);

  it('gets the built-in sections before the text, without storing their texts', () => {
    const shown = withBuiltInSections(data, own, blocks);
    expect(shown.content.map(({ type }) => type)).toEqual(['every-kind', 'page-content']);
    expect(shown.content[0]?.props).toMatchObject({ id: 'all', title: 'Built in' });
    expect(pageChanges(shown, own, blocks, keyOf)).toEqual({
      layout: [...(own.sections ?? []), ...own.layout],
      values: {},
    });
    const [first, ...rest] = shown.content;
    expect.assert(first);
    const typed = { ...shown, content: [{ ...first, props: { ...first.props, title: 'Mine' } }, ...rest] };
    expect(pageChanges(typed, own, blocks, keyOf).values).toEqual({ bound_title: 'Mine' });
  });

  it('shows it until it has sections; a page without built-in sections never does', () => {
    expect(canAddBuiltInSections(data, own)).toBe(true);
    expect(canAddBuiltInSections(withBuiltInSections(data, own, blocks), own)).toBe(false);
    const { sections: _, ...others } = own;
    expect(canAddBuiltInSections(toPuckData(others, blocks), others)).toBe(false);
  });
});

it('has the places of shared sections, which have no values', () => {
  const shared = page({
    layout: layout([{ shared: 40, key: 'call' }]),
    values: { call_title: 'Of an earlier section' },
  });
  const data = toPuckData(shared, blocks);
  expect(data.content).toEqual([
    {
      type: 'shared-section',
      props: { id: 'call', _hidden: false, _region: 'main', _from: '', _until: '', _shared: 40 },
    },
  ]);
  const keyOf = createItemKeyOf(shared);
  expect(isUnchanged(pageChanges(data, shared, blocks, keyOf))).toBe(true);
  const other = {
    ...data,
    content: data.content.map(({ type, props }) => ({ type, props: { ...props, _shared: 41 } })),
  };
  expect(pageChanges(other, shared, blocks, keyOf).layout).toMatchObject([{ shared: 41, key: 'call' }]);
});

describe('an untouched page', () => {
  it.each([
    ['with no value', {}],
    [
      'as ACF stores it',
      { all_title: 'A', all_count: '5', all_wide: '1', all_picture: { ID: 12 }, all_button: '/buy' },
    ],
    ['with a choice and its label', { all_look: [{ value: 'bold', label: 'Bold' }] }],
    ['with rows of unknown columns', { all_rows: [{ name: 'One', photo: '7', legacy: 'kept' }] }],
    ['with HTML in a list', { all_rows: '<ul><li>Old</li></ul>' }],
    [
      'with empty encodings',
      { all_title: null, all_words: false, all_rows: [], all_picture: 0, all_page: 0 },
    ],
    [
      'with a date and pages as ACF stores them',
      { all_day: '20260501', all_page: [12], all_topic: 'market' },
    ],
    ['with a value that is not shown', { all_look: 'plain', all_detail: 'Kept' }],
    ['with a part of a group', { all_box: { words: 'One', legacy: 'kept' } }],
    ['with an empty group of ACF', { all_box: { words: '', open: false, photo: false } }],
  ])('has no changes %s', (_what, values) => {
    const stored = page({ values });
    const changes = pageChanges(toPuckData(stored, blocks), stored, blocks, createItemKeyOf(stored));
    expect(isUnchanged(changes)).toBe(true);
  });

  it('keeps schedules, regions, bound ids and unknown blocks', () => {
    const placements = layout([
      {
        block: 'every-kind',
        key: 'all',
        hidden: true,
        from: '2026-11-01T08:00',
        ids: { title: 'old_title' },
      },
      { block: 'retired', key: 'gone', region: 'aside', until: '2026-12-01T08:00' },
    ]);
    const stored = page({ layout: placements, values: { old_title: 'Kept' } });
    const data = toPuckData(stored, blocks);
    expect(data.content[0]?.props['title']).toBe('Kept');
    expect(pageChanges(data, stored, blocks, createItemKeyOf(stored))).toEqual({ layout: null, values: {} });
  });

  it('has no changes with any block of the project', () => {
    const all = layout(
      [...blockDefinitions.keys()].map((block) => ({ block, key: block.replaceAll('-', '_') })),
    );
    const stored = page({ layout: all });
    expect(
      pageChanges(toPuckData(stored, blockDefinitions), stored, blockDefinitions, createItemKeyOf(stored)),
    ).toEqual({
      layout: null,
      values: {},
    });
  });
});

describe('changes', () => {
  it('contain only the values that differ, in the format that WordPress stores', () => {
    const stored = page({
      values: { all_title: 'A', all_count: 5 },
      builtIn: { all_words: '<p>Built in</p>' },
    });
    const data = toPuckData(stored, blocks);
    const props = data.content[0]?.props;
    expect(props?.['words']).toBe('<p>Built in</p>');
    Object.assign(props ?? {}, {
      title: '',
      count: undefined,
      button: { url: '/sell', title: 'Sell', target: '' },
      rows: [{ name: 'One', photo: null, _arrayId: 'x', _originalIndex: 0, _currentIndex: 0 }],
    });
    expect(pageChanges(data, stored, blocks, createItemKeyOf(stored))).toEqual({
      layout: null,
      values: {
        all_title: '',
        all_count: '',
        all_button: { url: '/sell', title: 'Sell', target: '' },
        all_rows: [{ name: 'One', photo: '' }],
      },
    });
  });

  it('contain a whole group, with what is built in', () => {
    const stored = page({
      values: { all_box: { words: 'Mine', photo: '' } },
      builtIn: { all_box: { words: 'Built in', open: true } },
    });
    const data = toPuckData(stored, blocks);
    const box: unknown = data.content[0]?.props['box'];
    expect(box).toEqual({ words: 'Mine', open: true, photo: null });
    Object.assign(data.content[0]?.props ?? {}, { box: { words: 'Yours', open: true, photo: 9 } });
    expect(pageChanges(data, stored, blocks, createItemKeyOf(stored)).values).toEqual({
      all_box: { words: 'Yours', open: true, photo: 9 },
    });
  });

  it('give a copy its own key and values, without the bound ids', () => {
    const stored = page({
      layout: layout([{ block: 'every-kind', key: 'all', ids: { title: 'old_title' } }]),
      values: { old_title: 'A' },
    });
    const data = toPuckData(stored, blocks);
    const [first] = data.content;
    if (first) data.content.push({ ...first, props: { ...first.props, id: 'every-kind-uuid' } });
    const changes = pageChanges(data, stored, blocks, createItemKeyOf(stored));
    expect(changes.layout?.map(({ key, ids }) => ({ key, ids }))).toEqual([
      { key: 'all', ids: { title: 'old_title' } },
      { key: 'every_kind', ids: {} },
    ]);
    expect(changes.values).toEqual({ every_kind_title: 'A' });
  });

  it('are empty once a new section is stored under its key', () => {
    const keyOf = createItemKeyOf(page());
    const data = toPuckData(page(), blocks);
    data.content.push({
      type: 'every-kind',
      props: { ...data.content[0]?.props, id: 'every-kind-uuid', title: 'B' },
    });
    const { layout: stored, values } = pageChanges(data, page(), blocks, keyOf);
    const after = page({ layout: stored ?? [], values });
    expect(isUnchanged(pageChanges(data, after, blocks, keyOf))).toBe(true);
    const restored = withKeysAsItemIds(data, keyOf);
    expect(restored).toEqual(toPuckData(after, blocks));
    expect(createItemKeyOf(page(), restored)('every-kind-other', 'every-kind')).toBe('every_kind2');
  });

  describe('of a section under a key with values of an earlier one', () => {
    const empty = page({ layout: [], values: {} });
    const version = page({ values: { all_title: 'A' } });
    const sent = (data: Data, stored: EditablePage) =>
      pageChanges(data, stored, blocks, createItemKeyOf(stored)).values;

    it('contain its empty values, if it comes from a version or from somebody’s unsaved changes', () => {
      // ACF lists only the values of the stored layout.
      for (const taken of [['all_count', 'all_title'], []]) {
        const values = sent(toPuckData(version, blocks), { ...empty, taken });
        expect(values).toMatchObject({ all_title: 'A', all_count: '', all_id: '', all_rows: [] });
        expect(Object.keys(values)).toHaveLength(Object.keys(everything.fields).length);
      }
    });

    it('contain its empty values, if it replaces a shared section', () => {
      const shared = page({ layout: layout([{ shared: 40, key: 'all' }]), taken: ['all'] });
      expect(sent(toPuckData(version, blocks), shared)).toMatchObject({ all_title: 'A', all_id: '' });
    });

    it('contain its empty values, if it was added and removed before', () => {
      const data = toPuckData(version, blocks);
      for (const { props } of data.content) props.id = 'every-kind-uuid';
      const keyOf = createItemKeyOf(page());
      const stored = page({ layout: [], taken: ['every_kind_id'] });
      expect(pageChanges(data, page(), blocks, keyOf).values).toEqual({ every_kind_title: 'A' });
      expect(pageChanges(data, stored, blocks, keyOf).values).toMatchObject({ every_kind_id: '' });
    });
  });

  it('give new sections unused keys, which stay the same after undo', () => {
    const keyOf = createItemKeyOf(page({ taken: ['all', 'hero_title', 'hero2'] }));
    expect(keyOf('hero-1', 'hero')).toBe('hero3');
    expect(keyOf('hero-2', 'hero')).toBe('hero4');
    expect(keyOf('hero-1', 'hero')).toBe('hero3');
    expect(keyOf('all', 'every-kind')).toBe('all');
  });

  it('give new sections none of the keys that another person’s version brought', () => {
    const stored = page({
      layout: layout([{ block: 'every-kind', key: 'every_kind' }]),
      taken: ['every_kind'],
    });
    const keyOf = createItemKeyOf(stored);
    const placements = [
      { block: 'every-kind', key: 'every_kind' },
      { block: 'every-kind', key: 'every_kind2' },
    ];
    withKeysAsItemIds(toPuckData(page({ layout: layout(placements) }), blocks), keyOf);
    expect(keyOf('every-kind-uuid', 'every-kind')).toBe('every_kind3');
  });
});
