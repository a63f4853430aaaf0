import { expect, it } from 'vitest';
import { image, list, richText, text } from '../../../builder/fields.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { pageHints, readingGrade } from './page-hints.ts';

const fields = {
  title: text({ label: 'Title' }),
  words: richText({ label: 'Words' }),
  picture: image({ label: 'Picture' }),
  rows: list({ label: 'Rows', row: { name: text({ label: 'Name' }) } }),
};
const blocks = new Map([['prose', { title: 'Text', fields }]]);
const placed = (props: ResolvedPlacement['props'], key = 'text'): ResolvedPlacement => ({
  block: 'prose',
  key,
  region: 'main',
  props,
});
const find = () => ({ placement: 'more', field: 'title' });
const main = { level: 1, text: 'About', placement: 'text', find };
const hintsOf = (props: ResolvedPlacement['props']) =>
  pageHints({ placements: [placed(props)], blocks, headings: [main], head: undefined }).hints;

it('has no hints for a good page', () => {
  const props = { title: 'About', words: '<p>Three bedrooms &amp; a yard.</p>', picture: { alt: 'A porch' } };
  expect(hintsOf(props)).toEqual([]);
});

it('names section, row and field of a fair-housing phrase', () => {
  const [hint, ...more] = hintsOf({ rows: { rows: [{ name: 'A yard' }, { name: 'Perfect for families' }] } });
  expect(hint).toMatchObject({
    place: 'Text › Rows 2: Name',
    target: { placement: 'text', field: 'rows', row: 1, column: 'name' },
  });
  expect(hint?.message).toContain('“Perfect for families”');
  expect(more).toEqual([]);
});

it('names the stored position of a row after one that is left out', () => {
  const placement = {
    ...placed({ rows: { rows: [{ name: 'Perfect for families' }] } }),
    storedRows: { rows: [2] },
  };
  const { hints } = pageHints({ placements: [placement], blocks, headings: [main], head: undefined });
  expect(hints).toMatchObject([{ place: 'Text › Rows 3: Name', target: { row: 2 } }]);
});

it('does not find a phrase across two paragraphs', () => {
  expect(hintsOf({ words: '<p>We serve families.</p><p>Perfect for</p><ul><li>families</li></ul>' })).toEqual(
    [],
  );
});

it('finds a phrase in HTML that is stored in place of a list', () => {
  expect(hintsOf({ rows: { html: '<p>A <b>safe</b> neighborhood</p>' } })).toMatchObject([
    { place: 'Text › Rows' },
  ]);
});

it('finds pictures without alternative text', () => {
  expect(hintsOf({ picture: { src: '/a', alt: '' } })).toMatchObject([
    { place: 'Text › Picture', target: { field: 'picture' } },
  ]);
});

it('finds headings out of order, with the field to edit', () => {
  const placements = [placed({ title: 'About' }), placed({ title: 'Deep' }, 'more')];
  const below = { level: 3, text: 'Deep', placement: 'more', find };
  const { hints } = pageHints({ placements, blocks, headings: [main, below], head: undefined });
  expect(hints).toMatchObject([{ target: { placement: 'more', field: '' }, find }]);
  expect(hints[0]?.message).toContain('“Deep” (h3) follows “About” (h1)');
  const twice = [main, { ...main, text: 'Deep', placement: 'more' }];
  const second = pageHints({ placements, blocks, headings: twice, head: undefined }).hints;
  expect(second[0]?.message).toContain('second main heading');
  const none = pageHints({ placements, blocks, headings: [{ ...main, level: 2 }], head: undefined }).hints;
  expect(none).toMatchObject([{ place: 'Page', target: null }]);
});

it('asks a shared section for nothing that only a page needs', () => {
  const placements = [placed({ title: 'About' })];
  const image = { src: '/a', width: 1, height: 1, alt: '' };
  const head = { title: 'a'.repeat(99), description: '', image };
  const headings = [{ ...main, level: 2 }];
  expect(pageHints({ placements, blocks, headings, head }).hints.length).toBeGreaterThan(1);
  expect(pageHints({ placements, blocks, headings, head, isPart: true }).hints).toEqual([]);
});

it('accepts a step back to any higher heading level', () => {
  const levels = [1, 2, 3, 2, 3, 4, 2].map((level) => ({ level, text: 'About', placement: 'text', find }));
  const placements = [placed({ title: 'About' })];
  expect(pageHints({ placements, blocks, headings: levels, head: undefined }).hints).toEqual([]);
});

it('finds a title and a description that search results would cut', () => {
  const image = { src: '/a', width: 1, height: 1, alt: '' };
  const of = (title: number, description: number) =>
    pageHints({
      placements: [],
      blocks,
      headings: [],
      head: { title: 'a'.repeat(title), description: 'b'.repeat(description), image },
    }).hints.length;
  expect(of(60, 160)).toBe(0);
  expect(of(61, 161)).toBe(2);
});

it('reports that a text is hard to read', () => {
  const hard =
    'Notwithstanding considerable administrative complications, municipal authorities subsequently ' +
    'authorized comprehensive infrastructure modernization, necessitating extraordinary expenditures. ';
  const input = {
    placements: [placed({ words: `<p>${hard.repeat(8)}</p>` })],
    blocks,
    headings: [main],
    head: undefined,
  };
  const { hints, grade } = pageHints(input);
  expect(grade).toBeGreaterThan(16);
  const message = expect.stringContaining('years of school');
  expect(hints).toMatchObject([{ place: 'Page', message }]);
  expect(pageHints({ ...input, isPart: true }).hints).toMatchObject([{ place: 'Shared section', message }]);
});

const times = (text: string, count: number) => Array.from({ length: count }, () => text).join(' ');

it('is low for short sentences of short words', () => {
  expect(readingGrade(times('The cat sat on the mat. The dog ran to the park.', 10))).toBeLessThan(2);
});

it('is high for long sentences of long words', () => {
  const hard =
    'Notwithstanding considerable administrative complications, municipal authorities subsequently ' +
    'authorized comprehensive infrastructure modernization, necessitating extraordinary expenditures.';
  expect(readingGrade(times(hard, 8))).toBeGreaterThan(16);
});

it('is in between for plain prose', () => {
  const plain =
    'I visit the house with you, measure each room and compare it with recent sales nearby. Then I suggest a price and explain how I found it.';
  const grade = readingGrade(times(plain, 5));
  expect(grade).toBeGreaterThan(3);
  expect(grade).toBeLessThan(9);
});

it('is null for a short text', () => {
  expect(readingGrade('Incomprehensibility notwithstanding.')).toBeNull();
  expect(readingGrade('')).toBeNull();
});
