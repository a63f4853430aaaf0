import { expect, it } from 'vitest';
import { text } from '../../../builder/fields.ts';
import { announcedTitles, announcementWithTitles } from './use-drag-announcements.ts';

const titles = new Map([
  ['hero', 'Hero “Come in”'],
  ['call_to_action', 'Call to action'],
  ['faq-1f2e', 'Questions'],
]);

it('names sections and the page instead of their ids', () => {
  expect(announcementWithTitles('Picked up draggable item hero.', titles)).toBe('Picked up Hero “Come in”.');
  expect(
    announcementWithTitles(
      'Draggable item faq-1f2e was moved over droppable target root:default-zone.',
      titles,
    ),
  ).toBe('Questions was moved over the page.');
  expect(announcementWithTitles('Draggable item call_to_action was dropped.', titles)).toBe(
    'Call to action was dropped.',
  );
});

it('leaves what it does not know', () => {
  expect(announcementWithTitles('Dragging was cancelled.', titles)).toBe('Dragging was cancelled.');
});

it('names a section by its own heading, although its id is also the id of a block', () => {
  const hero = {
    id: 'hero',
    title: 'Hero',
    group: 'Text and pictures',
    description: '',
    fields: { title: text({ label: 'Title' }) },
    start: {},
  } as const;
  const content = [{ type: 'hero', props: { id: 'hero', title: 'Come in' } }];
  const own = announcedTitles(content, new Map([['hero', hero]]), () => undefined);
  expect(announcementWithTitles('Picked up draggable item hero.', own)).toBe('Picked up Hero “Come in”.');
  const card = 'hero-7bd8c4d1-8f98-4cb4-8f48-c4eeaaa32182';
  expect(announcementWithTitles(`Picked up draggable item ${card}.`, own)).toBe('Picked up Hero.');
});
