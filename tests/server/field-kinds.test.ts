import { describe, expect, it } from 'vitest';
import type { Field, FieldKind, Fields } from '../../src/builder/field.ts';
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
} from '../../src/builder/fields.ts';
import { unusableResult, usableResult } from '../../src/builder/normalise-result.ts';
import { fieldKinds, fieldKindOf } from '../../src/builder/kinds/field-kinds.ts';
import { puckFields } from '../../src/operator/builder/fields/kind-inputs.tsx';
import { describeSections } from '../../server/content/describe-sections.ts';
import { createLinkResolver } from '../../server/content/paths/site-links.ts';
import { normaliseValue } from '../../server/content/normalise/normalise-value.ts';
import { exampleValues } from '../../server/operators/pages/catalogue/example-values.ts';
import { defineBlock } from '../../src/builder/block.ts';

const label = 'Opening';
/** One field of each kind. */
const FIELDS: Readonly<Record<FieldKind, Field>> = {
  text: text({ label }),
  richText: richText({ label }),
  image: image({ label }),
  link: link({ label }),
  number: number({ label, min: 1, max: 9 }),
  toggle: toggle({ label }),
  choice: choice({ label, options: ['wide', 'narrow'] }),
  date: date({ label }),
  reference: reference({ label }),
  group: group({ label, fields: { words: text({ label }), wide: toggle({ label }) } }),
  list: list({ label, row: { name: text({ label }) } }),
};
const PLACES = ['section', 'row', 'group'] as const;
const cases = [
  ...Object.values(FIELDS),
  contentChoice({ label, optionsFrom: 'menus' }),
  toggle({ label, default: true }),
].flatMap((field) => PLACES.map((place) => ({ kind: field.kind, place, field })));

const context = {
  media: { get: () => undefined },
  links: createLinkResolver([]),
  html: ({ html }: { html: string }) => html,
  references: {
    find: (stored: unknown) =>
      stored === '/contact' || stored === 12
        ? usableResult({ path: '/contact', title: 'Contact' })
        : unusableResult('Choose another.'),
    hasOption: (_source: string, value: string) => value === 'primary',
  },
};
const picture = { url: '/scenes/porch.svg', width: 600, height: 800, alt: 'A porch' };

/** The field by itself, in the row of a list beside a text, which proves that the row is filled in, or in a group. */
function placed(field: Field, place: (typeof PLACES)[number]): Fields {
  const beside = { own: field, name: text({ label }) };
  if (place === 'group') return { own: group({ label, fields: beside }) };
  return place === 'section' ? { own: field } : { own: list({ label, row: beside }) };
}

const outer = (fields: Fields): Field => {
  const { own } = fields;
  if (!own) throw new Error('The field is missing.');
  return own;
};

describe.each(cases)('a field of kind $kind in a $place', ({ kind, place, field }) => {
  const fields = placed(field, place);
  const own = outer(fields);
  const normalise = (raw: unknown) => normaliseValue(own, raw, context);
  const example = (content: 'sample' | 'longest' | 'invalid') =>
    exampleValues(content, fields, picture)['own'];

  it('accepts its examples', () => {
    for (const raw of [example('longest'), fieldKindOf(own).example.sample(own, { picture, row: rowOf })]) {
      const { value, faults } = normalise(raw);
      expect(faults).toEqual([]);
      expect(own.schema.safeParse(value).success).toBe(true);
    }
  });

  it('refuses its invalid example, and says why', () => {
    expect(normalise(example('invalid')).faults.join()).toMatch(/\. |\.$/);
  });

  it('has no value where nothing is entered', () => {
    for (const empty of EMPTY) {
      const inner = { own: fieldKindOf(field).isPreset && empty === false ? '' : empty, name: empty };
      const raw = { section: empty, row: [inner], group: inner }[place];
      if (raw === false && fieldKindOf(field).isPreset) continue;
      expect([undefined, own.fallback]).toContainEqual(normalise(raw).value);
      expect(normalise(raw).faults).toEqual([]);
    }
  });

  it('keeps its value in the page builder’s form', () => {
    const raw = example('longest');
    const form = fieldKindOf(own).toForm(own, raw);
    // The form stores a picture by its id, and examples have none.
    if (JSON.stringify(raw).includes(picture.url)) return;
    expect(normalise(fieldKindOf(own).fromForm(own, form))).toEqual(normalise(raw));
  });

  it('looks the same after a save, in whatever form it is stored', () => {
    for (const stored of ODDLY_STORED) {
      const inner = { own: stored, name: 'A name' };
      const raw = { section: stored, row: [inner], group: inner }[place];
      const saved = fieldKindOf(own).fromForm(own, fieldKindOf(own).toForm(own, raw));
      const shown = normalise(raw).value ?? own.fallback;
      expect([stored, normalise(saved).value ?? own.fallback]).toEqual([stored, shown]);
    }
  });

  it('starts empty in the page builder’s form', () => {
    const form = fieldKindOf(own).toForm(own, undefined);
    const { value } = normalise(fieldKindOf(own).fromForm(own, form));
    expect([undefined, own.fallback]).toContainEqual(value);
  });

  it('has an input in the page builder', () => {
    const input = puckFields(fields)['own'];
    expect(input).toMatchObject({ type: expect.any(String), label });
    if (place === 'row') {
      expect(input).toMatchObject({ arrayFields: { own: { type: expect.any(String), label } } });
    }
    if (place === 'group') {
      expect(input).toMatchObject({ objectFields: { own: { type: expect.any(String), label } } });
    }
  });

  it('is found by site search only if it is text', () => {
    const { value } = normalise(example('longest'));
    const found = fieldKindOf(own).searchTexts(own, value).length;
    const rows = { section: 0, row: own.max ?? 0, group: 1 }[place];
    expect(found).toBe(SEARCHED[kind] === undefined ? rows : SEARCHED[kind] * Math.max(1, rows) + rows);
  });

  it('is described to the plugin', () => {
    const block = defineBlock({ id: 'sample', title: 'Sample', description: 'A sample.', fields });
    const known = describeSections(new Map([[block.id, block]]), { pages: new Map() });
    const described = known.blocks['sample']?.fields[0];
    const entry = { section: described, row: described?.row?.[0], group: described?.fields?.[0] }[place];
    expect(entry).toMatchObject({ name: 'own', kind, label });
    expect(known.kinds[kind]).toMatchObject(fieldKindOf(field).input);
  });
});

/** How many texts site search finds in the longest example of a kind. */
const SEARCHED: Readonly<Record<string, number>> = { text: 1, richText: 1, group: 1, list: 12 };

/** Every form of an empty value. */
const EMPTY = [null, undefined, '', false, [], {}, '   ', '<p></p>'];

/** Values as other programs, such as an import or an older plugin, may have stored them. */
const ODDLY_STORED: readonly unknown[] = [
  ['Yes', ' TRUE ', 'oN', 'No', 'FALSE', 'perhaps', true, false, 1, 0, '1', '0', ' ', ''],
  [' 5 ', '+5', '5e0', '0x5', '.5', '5.', 'Infinity', 12, ' 12 ', [12], { ID: '12' }, '/contact'],
  [' wide ', ['narrow'], { value: 'wide', label: 'Wide' }, ' primary', '20260501', '2026-13-05'],
].flat();

function rowOf(row: Fields) {
  return exampleValues('sample', row, picture);
}

it.each([
  ['choice', ' wide ', 'wide'],
  ['image', '0', null],
  ['image', ' 81 ', 81],
  ['list', false, []],
] as const)('the input of a %s can show %j', (kind, stored, form) => {
  expect(fieldKindOf({ kind }).toForm(FIELDS[kind], stored)).toEqual(form);
});

it('names every kind differently', () => {
  const names = Object.values(fieldKinds).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
