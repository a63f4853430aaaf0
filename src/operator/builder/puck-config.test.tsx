import type { Data } from '@puckeditor/core';
import { act } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Block } from '../../builder/block.ts';
import { choice, image, link, list, number, richText, text, toggle } from '../../builder/fields.ts';
import { SHARED_SECTION_BLOCK_ID } from '../../contracts/layout.ts';
import { blocksById } from './reusable/shared-block.ts';
import { ROOT_ZONE } from './sections/section-changes.ts';

const modules = import.meta.glob<Block>(['../../../blocks/*/block.ts', '!../../../blocks/wp-*/block.ts'], {
  eager: true,
  import: 'default',
});
const blockDefinitions = new Map(Object.values(modules).map((block) => [block.id, block]));

let config: typeof import('./puck-config.tsx') &
  Pick<typeof import('./fields/kind-inputs.tsx'), 'puckFields'>;
beforeAll(async () => {
  // Puck uses `ResizeObserver` as soon as it loads, and jsdom does not provide it.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  config = { ...(await import('./puck-config.tsx')), ...(await import('./fields/kind-inputs.tsx')) };
  vi.unstubAllGlobals();
});

it('derives an input from each kind of field', () => {
  const fields = config.puckFields({
    title: text({ label: 'Title', help: 'Short.' }),
    lines: text({ label: 'Lines', multiline: true }),
    words: richText({ label: 'Words' }),
    count: number({ label: 'Count', min: 1, max: 5 }),
    wide: toggle({ label: 'Wide' }),
    look: choice({ label: 'Look', options: { plain: 'Plain', 'very-bold': 'Bold, for few words' } }),
    tone: choice({ label: 'Background', options: { paper: 'Warm paper', night: 'Night' }, default: 'paper' }),
    picture: image({ label: 'Picture' }),
    button: link({ label: 'Button' }),
    rows: list({ label: 'Rows', max: 3, row: { name: text({ label: 'Name' }) } }),
    id: text({ label: 'Id' }),
  });
  expect(fields).toMatchObject({
    title: { type: 'text', label: 'Title', metadata: { help: 'Short.' } },
    lines: { type: 'textarea' },
    words: { type: 'richtext', options: { textAlign: false, heading: { levels: [2, 3, 4] } } },
    count: { type: 'custom' },
    wide: { type: 'radio' },
    look: {
      type: 'select',
      options: [
        { label: 'Not set', value: '' },
        { value: 'plain' },
        { label: 'Bold, for few words', value: 'very-bold' },
      ],
    },
    tone: { options: [{ label: 'Warm paper (default)', value: '' }, { value: 'paper' }, { value: 'night' }] },
    picture: { type: 'custom' },
    button: { type: 'custom' },
    rows: { type: 'array', max: 3, arrayFields: { name: { type: 'text', label: 'Name' } } },
    id_: { type: 'text' },
  });
});

it('has a component for every block, labeled with its title', () => {
  const { components } = config.puckConfig(blockDefinitions);
  expect(Object.keys(components).sort()).toEqual([...blockDefinitions.keys()].sort());
  for (const [id, block] of blockDefinitions) expect(components[id]?.label).toBe(block.title);
});

it('has a component for the sections of a block that is no longer offered', () => {
  expect(config.puckConfig(blockDefinitions, ['ticker']).components['ticker']).toMatchObject({
    label: 'ticker',
  });
});

/** Renders Puck's fields, each as its name and type, for a list and other sections. Returns the rendered texts. */
async function renderInputs(content: Data['content']) {
  const { Puck } = await import('@puckeditor/core');
  const { renderInPuck } = await import('../testing/render-in-puck.tsx');
  const fields = { rows: list({ label: 'Rows', row: { name: text({ label: 'Name' }) } }) };
  const group = 'Text and pictures';
  const block = { id: 'cards', title: 'Cards', group, description: '', fields } as const;
  const Input = ({ name, field }: { name: string; field: { type: string } }) => (
    <i>{`${name}: ${field.type}`}</i>
  );
  const types = ['text', 'textarea', 'array', 'radio', 'custom'];
  const rendered = await renderInPuck({
    config: config.puckConfig(blocksById([block])),
    content,
    overrides: { fieldTypes: Object.fromEntries(types.map((type) => [type, Input])) },
    children: <Puck.Fields />,
  });
  const shown = () =>
    [...document.querySelectorAll('i')]
      .map(({ textContent }) => textContent)
      .filter((name) => !/^_[^s]/.test(name));
  return { ...rendered, shown };
}

it('shows the inputs of the block that a section has now, also after it had another one', async () => {
  const cards = { type: 'cards', props: { id: 'promise', rows: [] } };
  const shared = { type: SHARED_SECTION_BLOCK_ID, props: { id: 'promise', _shared: 3 } };
  const { getPuck, select, shown } = await renderInputs([cards]);
  const replace = (data: typeof cards | typeof shared) =>
    act(async () =>
      getPuck().dispatch({ type: 'replace', destinationIndex: 0, destinationZone: ROOT_ZONE, data }),
    );
  await select(0);
  expect(shown()).toEqual(['rows: array']);
  await replace(shared);
  expect(shown()).toEqual(['_shared: custom']);
  await replace(cards);
  expect(shown()).toEqual(['rows: array']);
});

it('shows a value that only its source shows as its source, also after no section was selected', async () => {
  const { select, shown } = await renderInputs([
    { type: 'cards', props: { id: 'cards', rows: '<table></table>' } },
  ]);
  await select(0);
  expect(shown()).toEqual(['rows: textarea']);
  await select(null);
  await select(0);
  expect(shown()).toEqual(['rows: textarea']);
});
