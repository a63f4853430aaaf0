import { expect, it } from 'vitest';
import { text } from '../../../builder/fields.ts';
import type { BlocksById } from '../saving/page-data.ts';
import { describeStep, formatStepTime } from './describe-step.ts';

const group = 'Text and pictures';
const blocks: BlocksById = new Map(
  [
    ['hero', 'Hero'],
    ['faq', 'Questions'],
    ['prose', 'Text'],
  ].map(([id = '', title = '']) => [
    id,
    { id, title, group, description: '', fields: { title: text({ label: 'Headline' }) } },
  ]),
);
const item = (type: string, props: Record<string, unknown> = {}) => ({ type, props: { id: type, ...props } });
const [hero, faq, prose] = [item('hero'), item('faq'), item('prose')];

it('names what was added, removed and moved', () => {
  expect(describeStep([hero], [hero, faq], blocks)).toBe('Added Questions');
  expect(describeStep([hero, faq, prose], [hero], blocks)).toBe('Removed 2 sections');
  expect(describeStep([hero, prose, faq], [faq, hero, prose], blocks)).toBe('Moved Questions up');
  expect(describeStep([hero, prose, faq], [prose, faq, hero], blocks)).toBe('Moved Hero down');
  expect(describeStep([hero, prose], [faq], blocks)).toBe('Loaded another version');
});

it('names the field that was changed', () => {
  expect(describeStep([hero], [item('hero', { title: 'New' })], blocks)).toBe('Changed Headline of Hero');
  expect(describeStep([hero], [item('hero', { _from: '2026-12-24T18:00' })], blocks)).toBe(
    'Changed schedule of Hero',
  );
  expect(describeStep([hero], [item('hero', { title: 'New', other: 1 })], blocks)).toBe('Changed Hero');
});

it('names what was hidden and shown', () => {
  const hidden = (each: { type: string }) => item(each.type, { _hidden: true });
  expect(describeStep([hero, faq], [hidden(hero), hidden(faq)], blocks)).toBe('Hid 2 sections');
  expect(describeStep([hidden(hero)], [item('hero', { _hidden: false })], blocks)).toBe('Showed Hero');
});

it('shows the time of a change in the site’s time zone', () => {
  const at = Date.UTC(2026, 10, 28, 21, 5);
  expect(formatStepTime(at, 'America/Chicago')).toBe('3:05 PM');
  expect(formatStepTime(at, 'America/New_York')).toBe('4:05 PM');
});
