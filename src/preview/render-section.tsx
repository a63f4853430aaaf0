import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { ServerStyleSheet, StyleSheetManager } from 'styled-components';
import { PlacementView } from '../builder/placement-view.tsx';
import { BlockViewRegistryContext, type BlockViewRegistry } from '../builder/block-view-registry.ts';
import type { ResolvedPlacement } from '../contracts/placement.ts';
import { withAppContexts, type AppContexts } from '../app-contexts.tsx';

interface Options {
  contexts: Omit<AppContexts, 'faults'>;
  registry: BlockViewRegistry;
  /** The path and query of the page. */
  location: string;
  /** Whether this is the first placement of the main region, whose heading is the `h1`. */
  first: boolean;
}

const faults = { report: () => {}, show: true };

/**
 * Renders a section outside of the document, without effects, as an editor sees it. Returns its element; null if its
 * view fails.
 */
export function renderSection(
  placement: ResolvedPlacement,
  { contexts, registry, location, first }: Options,
): Element | null {
  // Otherwise, the styles would be added to the document.
  const sheet = new ServerStyleSheet();
  try {
    const html = renderToStaticMarkup(
      <StyleSheetManager sheet={sheet.instance}>
        <MemoryRouter initialEntries={[location]}>
          <BlockViewRegistryContext value={registry}>
            {withAppContexts({ ...contexts, faults }, <PlacementView placement={placement} first={first} />)}
          </BlockViewRegistryContext>
        </MemoryRouter>
      </StyleSheetManager>,
    );
    return new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
  } catch {
    return null;
  } finally {
    sheet.seal();
  }
}
