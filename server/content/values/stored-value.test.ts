import { describe, expect, it } from 'vitest';
import { defineBlock } from '../../../src/builder/block.ts';
import { list, richText, text, toggle } from '../../../src/builder/fields.ts';
import { storedFieldValue } from './stored-value.ts';

const place = (ids = {}) => ({ key: 'visit', ids });
const summary = text({ label: 'Summary', upgrade: { from: 'desc' } });

describe('a renamed field', () => {
  it('reads the value under its former name until a value is stored under its own name', () => {
    expect(storedFieldValue({ visit_desc: 'Old' }, place(), 'summary', summary)).toEqual({
      raw: 'Old',
      former: 'visit_desc',
    });
    for (const empty of ['', null, undefined, false, []]) {
      const acf = { visit_desc: 'Old', visit_summary: empty };
      expect(storedFieldValue(acf, place(), 'summary', summary).raw).toBe('Old');
    }
    const both = { visit_desc: 'Old', visit_summary: 'New' };
    expect(storedFieldValue(both, place(), 'summary', summary)).toEqual({ raw: 'New', former: null });
    expect(storedFieldValue({}, place(), 'summary', summary)).toEqual({ raw: undefined, former: null });
  });

  it('reads the value under its former name even if its own name is bound to another id', () => {
    const bound = place({ summary: 'intro' });
    expect(storedFieldValue({ visit_desc: 'Old' }, bound, 'summary', summary).raw).toBe('Old');
    expect(storedFieldValue({ visit_desc: 'Old', intro: 'New' }, bound, 'summary', summary).raw).toBe('New');
  });

  it('keeps a toggle that is off', () => {
    const wide = toggle({ label: 'Wide', upgrade: { from: 'full' } });
    expect(storedFieldValue({ visit_full: false }, place(), 'wide', wide).raw).toBe(false);
    expect(storedFieldValue({ visit_full: true, visit_wide: false }, place(), 'wide', wide).raw).toBe(false);
  });

  it('reads the numbered groups of a list', () => {
    const rooms = list({
      label: 'Rooms',
      row: { name: text({ label: 'Name' }) },
      upgrade: { from: 'items' },
    });
    const acf = { visit_items_1: { name: 'Hall' }, visit_items_2: { name: 'Porch' } };
    expect(storedFieldValue(acf, place(), 'rooms', rooms)).toEqual({
      raw: [{ name: 'Hall' }, { name: 'Porch' }],
      former: 'visit_items',
    });
  });

  it('is renamed in the rows of a list; the other values of the rows are unchanged', () => {
    const rooms = list({
      label: 'Rooms',
      row: { name: text({ label: 'Name', upgrade: { from: 'title' } }) },
    });
    const acf = { visit_rooms: [{ title: 'Hall', size: 4 }, { title: 'Old', name: 'Porch' }, 'no row'] };
    expect(storedFieldValue(acf, place(), 'rooms', rooms)).toEqual({
      raw: [{ name: 'Hall', size: 4 }, { name: 'Porch' }, 'no row'],
      former: null,
    });
  });
});

describe('a changed kind', () => {
  const lines = (raw: unknown) => (typeof raw === 'string' ? raw.split('\n').map((name) => ({ name })) : raw);
  const rooms = list({
    label: 'Rooms',
    row: { name: text({ label: 'Name' }) },
    upgrade: { from: 'text', value: lines },
  });

  it('converts stored values, under the former name and its own', () => {
    const rows = [{ name: 'Hall' }, { name: 'Porch' }];
    expect(storedFieldValue({ visit_text: 'Hall\nPorch' }, place(), 'rooms', rooms).raw).toEqual(rows);
    expect(storedFieldValue({ visit_rooms: 'Hall\nPorch' }, place(), 'rooms', rooms).raw).toEqual(rows);
    expect(storedFieldValue({ visit_rooms: rows }, place(), 'rooms', rooms).raw).toEqual(rows);
  });

  it('leaves a value unchanged if its conversion throws', () => {
    const broken = richText({
      label: 'Text',
      upgrade: {
        value() {
          throw new Error('The conversion is broken.');
        },
      },
    });
    expect(storedFieldValue({ visit_body: 'Old' }, place(), 'body', broken).raw).toBe('Old');
  });
});

it('is refused if another field reads the former name', () => {
  const base = { id: 'visit', title: 'Visit', description: '' };
  const other = text({ label: 'Text' });
  expect(() => defineBlock({ ...base, fields: { desc: other, summary } })).toThrow(
    '"desc" is read by another',
  );
  expect(() => defineBlock({ ...base, fields: { summary, intro: summary } })).toThrow('field "intro"');
  expect(() =>
    defineBlock({ ...base, fields: { rows: list({ label: 'Rows', row: { desc: other, summary } }) } }),
  ).toThrow('field "rows", field "summary"');
});
