import { expect, it } from 'vitest';
import { text } from '../../../builder/fields.ts';
import type { BlocksById } from '../saving/page-data.ts';
import { describeUndoStep, formatUndoStepTime } from './describe-undo-step.ts';

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
  expect(describeUndoStep([hero], [hero, faq], blocks)).toBe('Added Questions');
  expect(describeUndoStep([hero, faq, prose], [hero], blocks)).toBe('Removed 2 sections');
  expect(describeUndoStep([hero, prose, faq], [faq, hero, prose], blocks)).toBe('Moved Questions up');
  expect(describeUndoStep([hero, prose, faq], [prose, faq, hero], blocks)).toBe('Moved Hero down');
  expect(describeUndoStep([hero, prose], [faq], blocks)).toBe('Loaded another version');
});

it('names the field that was changed', () => {
  expect(describeUndoStep([hero], [item('hero', { title: 'New' })], blocks)).toBe('Changed Headline of Hero');
  expect(describeUndoStep([hero], [item('hero', { _from: '2026-12-24T18:00' })], blocks)).toBe(
    'Changed schedule of Hero',
  );
  expect(describeUndoStep([hero], [item('hero', { title: 'New', other: 1 })], blocks)).toBe('Changed Hero');
});

it('names what was hidden and shown', () => {
  const hidden = (each: { type: string }) => item(each.type, { _hidden: true });
  expect(describeUndoStep([hero, faq], [hidden(hero), hidden(faq)], blocks)).toBe('Hid 2 sections');
  expect(describeUndoStep([hidden(hero)], [item('hero', { _hidden: false })], blocks)).toBe('Showed Hero');
});

it('shows the time of a change in the site’s time zone', () => {
  const at = Date.UTC(2026, 10, 28, 21, 5);
  expect(formatUndoStepTime(at, 'America/Chicago')).toBe('3:05 PM');
  expect(formatUndoStepTime(at, 'America/New_York')).toBe('4:05 PM');
});
