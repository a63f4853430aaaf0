import type { Field, Fields } from '../../../src/builder/field.ts';
import type { JsonObject } from '../../content/values/raw-value.ts';

/**
 * The content to create: `sample` fills lists and fields without a default, `longest` has long texts and the maximum
 * numbers and rows, and `invalid` has a value that each field rejects.
 */
export type ExampleContent = 'sample' | 'longest' | 'invalid';

/** A picture as ACF stores it. */
export interface ExamplePicture {
  url: string;
  width: number;
  height: number;
  alt: string;
}

/** A word that is too long for one line on a phone, like some email addresses. */
const LONG_WORD = 'internationalization'.repeat(4);
const LONG_LINE = `A text about as long as an editor would write, with the word ${LONG_WORD}, to see where the lines break`;
const LONG_TEXT = Array.from({ length: 3 }, () => `${LONG_LINE}. ${LONG_LINE}.`).join('\n\n');
const LONG_HTML = [
  `<h3>${LONG_LINE}</h3>`,
  `<p>${LONG_LINE}. <strong>${LONG_LINE}.</strong> <a href="/contact">${LONG_LINE}</a>.</p>`,
  `<ul><li>${LONG_LINE}</li><li>${LONG_LINE}</li></ul>`,
  `<table><tr><th>${LONG_WORD}</th><th>Price</th></tr><tr><td>${LONG_LINE}</td><td>$1,250,000</td></tr></table>`,
].join('');

/** Returns raw values of these fields by field name, derived from their kinds and limits. */
export function exampleValues(content: ExampleContent, fields: Fields, picture: ExamplePicture): JsonObject {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => content !== 'sample' || field.fallback === undefined || field.kind === 'list')
      .map(([name, field]) => [name, VALUES[content](field, picture)]),
  );
}

const VALUES: Readonly<Record<ExampleContent, (field: Field, picture: ExamplePicture) => unknown>> = {
  sample: sampleValue,
  longest: longestValue,
  invalid: invalidValue,
};

function sampleValue(field: Field, picture: ExamplePicture): unknown {
  const { kind, label } = field;
  switch (kind) {
    case 'text':
      return label;
    case 'richText':
      return `<p>${label}</p>`;
    case 'image':
      return picture;
    case 'link':
      return { title: label, url: '/contact', target: '' };
    case 'number':
      return field.min ?? field.max ?? 1;
    case 'toggle':
      return true;
    case 'choice':
      return field.options?.[0];
    case 'list':
      return rowsOf('sample', field, Math.min(3, field.max ?? 3), picture);
  }
}

function longestValue(field: Field, picture: ExamplePicture): unknown {
  switch (field.kind) {
    case 'text':
      return field.multiline ? LONG_TEXT : LONG_LINE;
    case 'richText':
      return LONG_HTML;
    case 'image':
      return { ...picture, alt: LONG_LINE };
    case 'link':
      return { title: LONG_LINE, url: '/contact', target: '_blank' };
    case 'number':
      return field.max ?? 999_999_999;
    case 'toggle':
      return true;
    case 'choice':
      return field.options?.reduce((longest, option) => (option.length > longest.length ? option : longest));
    case 'list':
      return rowsOf('longest', field, field.max ?? 0, picture);
  }
}

function invalidValue(field: Field, picture: ExamplePicture): unknown {
  switch (field.kind) {
    case 'text':
    case 'richText':
      return { text: 'an object' };
    case 'image':
      return 'picture.jpg';
    case 'link':
      return { title: 'Run a script', url: 'javascript:alert(1)', target: '' };
    case 'number':
      if (field.max !== undefined) return field.max + 1;
      return field.min === undefined ? 'many' : field.min - 1;
    case 'toggle':
      return 'perhaps';
    case 'choice':
      return 'no such option';
    case 'list':
      return ['no row', ...rowsOf('invalid', field, 1, picture)];
  }
}

function rowsOf(content: ExampleContent, { row = {} }: Field, count: number, picture: ExamplePicture) {
  return Array.from({ length: count }, () => exampleValues(content, row, picture));
}
