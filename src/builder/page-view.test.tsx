import { render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { hydrateRoot } from 'react-dom/client';
import { act } from 'react';
import { ThemeProvider } from 'styled-components';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { theme } from '../ui/theme/theme.ts';
import { BodyBlockView } from './body-block-view.tsx';
import { BlockFaultContext, type BlockFault } from './placement-context.ts';
import { PageView } from './page-view.tsx';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import {
  BlockViewRegistryContext,
  createBlockViewRegistry,
  type BlockViewRegistry,
} from './block-view-registry.ts';
import { saveServerHtml } from './server-html.ts';

const placement = (block: string, key: string, more: Partial<ResolvedPlacement> = {}): ResolvedPlacement => ({
  block,
  key,
  region: 'main',
  props: { words: `${key} is here` },
  ...more,
});

let broken = false;

async function exampleRegistry(): Promise<BlockViewRegistry> {
  const registry = createBlockViewRegistry({
    text: () => Promise.resolve({ default: ({ words }) => <p>{String(words)}</p> }),
    thrower: () =>
      Promise.resolve({
        default: () => {
          if (broken) throw new Error('the view broke');
          return <p>thrower is here</p>;
        },
      }),
    unreachable: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  });
  await registry.load(['text', 'thrower', 'unreachable']);
  return registry;
}

const faults: BlockFault[] = [];
const report = (fault: BlockFault) => faults.push(fault);

function page(registry: BlockViewRegistry, placements: ResolvedPlacement[], show = false) {
  return (
    <ThemeProvider theme={theme}>
      <BlockViewRegistryContext value={registry}>
        <BlockFaultContext value={{ report, show }}>
          <PageView placements={placements} />
        </BlockFaultContext>
      </BlockViewRegistryContext>
    </ThemeProvider>
  );
}

beforeEach(() => {
  faults.length = 0;
  broken = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

describe('the boundary around a placement', () => {
  it.each([
    ['unknown-block', 'nowhere', 'No block is called "nowhere"'],
    ['chunk-failed', 'unreachable', 'could not be loaded'],
    ['view-threw', 'thrower', 'The view threw an error'],
  ])('keeps the other placements when: %s', async (kind, block, message) => {
    const registry = await exampleRegistry();
    const placements = [placement('text', 'before'), placement(block, 'culprit'), placement('text', 'after')];

    const { unmount } = render(page(registry, placements));
    expect(screen.getByText('before is here')).toBeDefined();
    expect(screen.getByText('after is here')).toBeDefined();
    expect(document.getElementById('culprit')?.textContent).toBe('');
    expect(faults).toEqual([expect.objectContaining({ kind, block, key: 'culprit' })]);
    unmount();

    render(page(registry, placements, true));
    expect(screen.getByRole('note').textContent).toContain(message);
    expect(screen.getByRole('note').textContent).toContain('culprit');
  });

  it('shows a view again when its values are corrected', async () => {
    const registry = await exampleRegistry();
    const { rerender } = render(page(registry, [placement('thrower', 'culprit')], true));
    expect(screen.getByRole('note').textContent).toContain('The view threw an error');
    broken = false;
    rerender(page(registry, [placement('thrower', 'culprit')], true));
    expect(screen.getByText('thrower is here')).toBeDefined();
    expect(screen.queryByRole('note')).toBeNull();
  });

  it('shows a body block again when its attributes are corrected', async () => {
    const registry = await exampleRegistry();
    const body = (attributes: string) => (
      <BlockViewRegistryContext value={registry}>
        <BodyBlockView id="thrower" attributes={attributes}>
          Its own HTML
        </BodyBlockView>
      </BlockViewRegistryContext>
    );
    const { rerender } = render(body('{"size":0}'));
    expect(screen.getByText('Its own HTML')).toBeDefined();
    broken = false;
    rerender(body('{"size":1}'));
    expect(screen.getByText('thrower is here')).toBeDefined();
  });

  it('shows content faults only to people who can fix them', async () => {
    const registry = await exampleRegistry();
    const faulty = placement('text', 'hero', {
      faults: [{ section: 'hero_image', message: 'Home › hero_image: media 81 is not public. Publish it.' }],
    });
    const { unmount } = render(page(registry, [faulty]));
    expect(screen.queryByRole('note')).toBeNull();
    unmount();
    render(page(registry, [faulty], true));
    expect(screen.getByRole('note').textContent).toContain('media 81 is not public');
    expect(screen.getByText('hero is here')).toBeDefined();
  });

  it.each(['thrower', 'unreachable'])(
    'leaves the server’s HTML in place when %s fails in the browser',
    async (block) => {
      const placements = [placement('text', 'before'), placement(block, 'culprit')];
      const onServer = createBlockViewRegistry({
        text: () => Promise.resolve({ default: ({ words }) => <p>{String(words)}</p> }),
        [block]: () => Promise.resolve({ default: () => <p>sent by the server</p> }),
      });
      await onServer.load(['text', block]);
      const root = document.createElement('div');
      document.body.append(root);
      root.innerHTML = renderToString(page(onServer, placements));
      saveServerHtml(root, placements);
      const inBrowser = await exampleRegistry();
      const recovered: unknown[] = [];
      await act(async () => {
        hydrateRoot(root, page(inBrowser, placements), {
          onRecoverableError: (error) => recovered.push(error),
        });
      });
      expect(root.textContent).toContain('sent by the server');
      expect(root.textContent).toContain('before is here');
      expect(faults).toHaveLength(1);
      if (block === 'unreachable') expect(recovered).toEqual([]);
    },
  );
});

describe('a page', () => {
  it('puts the aside next to every placement except the first', async () => {
    const registry = await exampleRegistry();
    render(
      page(registry, [
        placement('text', 'hero'),
        placement('text', 'links', { region: 'aside' }),
        placement('text', 'body'),
      ]),
    );
    const aside = screen.getByRole('complementary');
    expect(aside.textContent).toBe('links is here');
    expect(document.getElementById('hero')?.compareDocumentPosition(aside)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
    expect(document.getElementById('body')?.compareDocumentPosition(aside)).toBe(
      Node.DOCUMENT_POSITION_PRECEDING,
    );
  });
});
