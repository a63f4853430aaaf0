import { describe, expect, it } from 'vitest';
import { choice, image, link, list, number, richText, text, toggle } from '../../../../src/builder/fields.ts';
import type { Fields } from '../../../../src/builder/field.ts';
import { normaliseValue } from '../../../content/normalise/normalise-value.ts';
import { createLinkResolver } from '../../../content/paths/site-links.ts';
import type { ExampleCase } from '../../../../src/builder/kinds/kind.ts';
import { exampleValues } from './example-values.ts';

const picture = { url: '/scenes/porch.svg', width: 600, height: 800, alt: 'A porch' };
const fields: Fields = {
  title: text({ label: 'Title', required: true }),
  look: choice({ label: 'Look', options: ['plain', 'portrait', 'wide'], default: 'plain' }),
  note: text({ label: 'Note', multiline: true }),
  body: richText({ label: 'Body' }),
  image: image({ label: 'Picture' }),
  link: link({ label: 'Link' }),
  rate: number({ label: 'Rate', min: 1, max: 30 }),
  least: number({ label: 'Least', min: 5 }),
  any: number({ label: 'Any' }),
  open: toggle({ label: 'Open' }),
  rows: list({ label: 'Rows', max: 4, row: { name: text({ label: 'Name', required: true }) } }),
};
const context = {
  media: { get: () => undefined },
  links: createLinkResolver([]),
  html: ({ html }: { html: string }) => html,
};

/** Normalizes the values as the server does for pages. */
function normalised(content: ExampleCase) {
  const values = exampleValues(content, fields, picture);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, normaliseValue(field, values[name], context)]),
  );
}

it('fills fields without a default with their labels, and lists with at most three rows', () => {
  const values = exampleValues('sample', fields, picture);
  expect(values).toMatchObject({ title: 'Title', rate: 1, rows: [{ name: 'Name' }, {}, {}] });
  expect(values).not.toHaveProperty('look');
});

describe.each(['sample', 'longest'] as const)('%s values', (content) => {
  it('are all valid', () => {
    for (const [name, { value, faults }] of Object.entries(normalised(content))) {
      expect([name, faults]).toEqual([name, []]);
      if (content === 'longest') expect([name, value === undefined]).toEqual([name, false]);
    }
  });
});

it('uses the limits of the fields for the longest values', () => {
  const { rate, rows, look } = normalised('longest');
  expect(rate?.value).toBe(30);
  expect(look?.value).toBe('portrait');
  expect(rows?.value).toMatchObject({ rows: { length: 4 } });
});

it('creates invalid values that are all refused with a message', () => {
  for (const [name, { value, faults }] of Object.entries(normalised('invalid'))) {
    expect([name, value]).toEqual([name, undefined]);
    expect([name, faults.length > 0]).toEqual([name, true]);
  }
});

it('starts an invalid list with something that is not a row', () => {
  const { rows } = exampleValues('invalid', fields, picture);
  expect(rows).toEqual(['no row', { name: { text: 'an object' } }]);
});
