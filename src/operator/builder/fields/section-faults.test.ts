import { expect, it } from 'vitest';
import { defineBlock } from '../../../builder/block.ts';
import { text } from '../../../builder/fields.ts';
import { placementFaults } from './section-faults.ts';

const block = defineBlock({
  id: 'line',
  title: 'Line',
  description: 'Two lines.',
  fields: { title: text({ label: 'Title' }), by: text({ label: 'By' }) },
});

it('finds the messages of a placement, including bound sections, but not those of a similar key', () => {
  const state = {
    blocks: new Map([[block.id, block]]),
    bound: new Map([['hero', { by: 'agent_name' }]]),
    faults: new Map([
      ['hero_title', ['is empty']],
      ['agent_name', ['is too long']],
      ['hero_2_title', ['is of another placement']],
    ]),
  };
  expect(placementFaults(state, 'hero', 'line')).toEqual(['is empty', 'is too long']);
  expect(placementFaults(state, 'hero_2', 'line')).toEqual(['is of another placement']);
  expect(placementFaults(state, 'hero', 'gone')).toEqual([]);
});
