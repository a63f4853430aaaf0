import { afterEach, expect, it, vi } from 'vitest';
import { image, text } from '../../../builder/fields.ts';
import {
  copiedSectionsJson,
  copySections,
  onSectionsCopied,
  parseCopiedSections,
} from './copy-and-paste.tsx';
import type { BlocksById } from '../saving/page-data.ts';

const blocks: BlocksById = new Map([
  [
    'hero',
    {
      id: 'hero',
      title: 'Hero',
      group: 'Opening and closing',
      description: '',
      fields: {
        title: text({ label: 'Title' }),
        id: text({ label: 'Id' }),
        image: image({ label: 'Picture' }),
      },
    },
  ],
]);
const item = {
  type: 'hero',
  props: { id: 'hero_2', title: 'Hi', id_: 'own', image: 81, _hidden: true, gone: 'x' },
};
afterEach(() => localStorage.clear());

it('copies values, pictures and settings, but not the key or properties that the block does not have', () => {
  const told = vi.fn();
  const stop = onSectionsCopied(told);
  expect(copySections([item, { type: 'gone', props: { id: 'gone' } }])).toBe(true);
  stop();
  expect(told).toHaveBeenCalledOnce();
  expect(parseCopiedSections(copiedSectionsJson(), blocks)).toEqual([
    { block: 'hero', props: { title: 'Hi', id_: 'own', image: 81, _hidden: true } },
  ]);
});

it('reads a section that an earlier version copied', () => {
  expect(parseCopiedSections('{"block":"hero","props":{"title":"Hi"}}', blocks)).toEqual([
    { block: 'hero', props: { title: 'Hi' } },
  ]);
});

it.each([
  null,
  '',
  'no json',
  '[]',
  '{"block":"hero"}',
  '{"block":"hero","props":null}',
  '{"block":"gone","props":{}}',
  '{"sections":[null,1]}',
])('pastes nothing for %j', (stored) => {
  expect(parseCopiedSections(stored, blocks)).toEqual([]);
});
