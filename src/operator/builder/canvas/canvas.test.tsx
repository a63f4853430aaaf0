import { render, screen } from '@testing-library/react';
import { ThemeProvider } from 'styled-components';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createBlockViewRegistry,
  type BlockViewRegistry,
  BlockViewRegistryContext,
} from '../../../builder/block-view-registry.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import { theme } from '../../../ui/theme/theme.ts';
import { CanvasSection } from './canvas.tsx';
import { CanvasContext, type CanvasState } from '../editor-context.ts';
import type { BlocksById } from '../saving/page-data.ts';

const group = 'Text and pictures';
const blocks: BlocksById = new Map(
  ['text', 'thrower'].map((id) => [id, { id, title: `The ${id}`, group, description: '', fields: {} }]),
);
const placement = (block: string, words: string): ResolvedPlacement => ({
  block,
  key: block,
  region: 'main',
  props: { words },
});

async function viewsOf(): Promise<BlockViewRegistry> {
  const registry = createBlockViewRegistry({
    text: () => Promise.resolve({ default: ({ words }) => <p>{String(words)}</p> }),
    thrower: () =>
      Promise.resolve({
        default: ({ words }) => {
          if (words === 'bad') throw new Error('words are bad');
          return <p>{String(words)}</p>;
        },
      }),
  });
  await registry.load(['text', 'thrower']);
  return registry;
}

function canvas(registry: BlockViewRegistry, words: string) {
  const state: CanvasState = {
    blocks,
    placements: new Map([
      ['text', placement('text', 'The neighbour is here')],
      ['thrower', placement('thrower', words)],
    ]),
    faults: new Map(),
    first: 'text',
    keyOf: (id) => id,
    bound: new Map(),
    head: undefined,
    show: () => {},
    assume: () => {},
    noteTyping: () => {},
  };
  return (
    <ThemeProvider theme={theme}>
      <BlockViewRegistryContext value={registry}>
        <CanvasContext value={state}>
          {['text', 'thrower'].map((id) => (
            <CanvasSection key={id} id={id} block={id} title={`The ${id}`} hidden={false} region="main" />
          ))}
        </CanvasContext>
      </BlockViewRegistryContext>
    </ThemeProvider>
  );
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

it('shows a view’s error only in its own section, until the section changes', async () => {
  const registry = await viewsOf();
  const { rerender } = render(canvas(registry, 'bad'));
  const fault = await screen.findByRole('note');
  expect(fault.textContent).toContain('The thrower (thrower) cannot be shown: Error: words are bad');
  expect(screen.getByText('The neighbour is here')).toBeTruthy();
  rerender(canvas(registry, 'Good words'));
  expect(await screen.findByText('Good words')).toBeTruthy();
  expect(screen.queryByRole('note')).toBeNull();
});
