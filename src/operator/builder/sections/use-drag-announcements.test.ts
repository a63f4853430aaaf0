import { expect, it } from 'vitest';
import { announcementWithTitles } from './use-drag-announcements.ts';

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
