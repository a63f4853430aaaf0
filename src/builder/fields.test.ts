import { describe, expect, expectTypeOf, it } from 'vitest';
import { defineBlock, type PropsOf } from './block.ts';
import type { ImageValue, LinkValue, ListValue, ReferenceValue } from './field.ts';
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
} from './fields.ts';

/** Whether two types are identical, including optional properties. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

const sample = defineBlock({
  id: 'sample',
  title: 'Sample',
  description: 'Every kind of field.',
  fields: {
    title: text({ label: 'Title', required: true }),
    eyebrow: text({ label: 'Eyebrow' }),
    label: text({ label: 'Label', default: 'More' }),
    body: richText({ label: 'Body' }),
    picture: image({ label: 'Picture', required: true }),
    button: link({ label: 'Button' }),
    price: number({ label: 'Price', min: 0 }),
    wide: toggle({ label: 'Wide' }),
    tone: choice({ label: 'Tone', options: ['light', 'dark'], default: 'light' }),
    mood: choice({ label: 'Mood', options: ['calm', 'bold'] }),
    day: date({ label: 'Day', required: true }),
    page: reference({ label: 'Page' }),
    topic: contentChoice({ label: 'Topic', optionsFrom: 'categories', default: 'news' }),
    box: group({
      label: 'Box',
      fields: { words: text({ label: 'Words', default: 'Read' }), note: text({ label: 'Note' }) },
    }),
    hidden: group({
      label: 'Hidden',
      fields: { words: text({ label: 'Words', required: true }) },
      showWhen: { field: 'mood', is: ['calm'] },
    }),
    rows: list({
      label: 'Rows',
      max: 4,
      row: { name: text({ label: 'Name', required: true }), note: text({ label: 'Note' }) },
    }),
  },
});

describe('a view’s props', () => {
  it('are inferred from the block’s fields', () => {
    type Expected = {
      title: string;
      eyebrow?: string;
      label: string;
      body?: string;
      picture: ImageValue;
      button?: LinkValue;
      price?: number;
      wide: boolean;
      tone: 'light' | 'dark';
      mood?: 'calm' | 'bold';
      day: string;
      page?: ReferenceValue;
      topic: string;
      box: { words: string; note?: string };
      hidden?: { words: string };
    };
    type Props = PropsOf<typeof sample>;
    expectTypeOf<Same<Pick<Props, keyof Expected>, Expected>>().toEqualTypeOf<true>();
    expectTypeOf<Exclude<keyof Props, keyof Expected>>().toEqualTypeOf<'rows'>();
    type Row = Extract<Props['rows'], { rows: unknown }>['rows'][number];
    expectTypeOf<Same<Row, { name: string; note?: string }>>().toEqualTypeOf<true>();
    expectTypeOf<Same<Row, { name: string; note: string }>>().toEqualTypeOf<false>();
    expectTypeOf<Props['rows']>().toExtend<ListValue<Row>>();
    expect(Object.keys(sample.fields)).toHaveLength(16);
  });
});

describe('fields', () => {
  const { fields } = sample;

  it('state whether a view always receives a value', () => {
    const always = Object.entries(fields).filter(([, field]) => field.presence === 'always');
    expect(always.map(([name]) => name)).toEqual(
      'title label picture wide tone day topic box hidden rows'.split(' '),
    );
  });

  it('validate normalized values', () => {
    expect(fields.title.schema.safeParse('').success).toBe(false);
    expect(fields.price.schema.safeParse(0).success).toBe(true);
    expect(fields.price.schema.safeParse(-1).success).toBe(false);
    expect(fields.tone.schema.safeParse('grey').success).toBe(false);
    expect(fields.button.schema.safeParse({ href: '/buy', text: '', newTab: false }).success).toBe(true);
    expect(fields.rows.schema.safeParse({ rows: Array.from({ length: 5 }, () => ({})) }).success).toBe(false);
    expect(fields.rows.schema.safeParse({ html: '<p>Old section</p>' }).success).toBe(true);
  });

  it('have the defaults of the fields in a group, unless one of them is required', () => {
    expect(fields.box.fallback).toEqual({ words: 'Read' });
    expect(fields.hidden.fallback).toBeUndefined();
  });

  it('default to false for toggles and to no rows for lists', () => {
    expect(fields.wide.fallback).toBe(false);
    expect(fields.rows.fallback).toEqual({ rows: [] });
  });
});

describe('defineBlock', () => {
  it('rejects names in a group that WordPress would read as something else', () => {
    const block = { id: 'sample', title: '', description: '' };
    const box = (fields: object) => ({
      ...block,
      fields: { box: group({ label: '', fields: { ...fields } }) },
    });
    expect(() => defineBlock(box({ url: text({ label: '' }) }))).toThrow('use another name than "url"');
    expect(() => defineBlock(box({ Title: text({ label: '' }) }))).toThrow('lower-case words joined by "_"');
  });

  it('rejects names that are not valid in section ids', () => {
    const block = { title: '', description: '', fields: {} };
    expect(() => defineBlock({ ...block, id: 'Hero Block' })).toThrow('lower-case words joined by "-"');
    expect(() => defineBlock({ ...block, id: 'hero', fields: { Title: text({ label: '' }) } })).toThrow(
      'lower-case words joined by "_"',
    );
  });
});
