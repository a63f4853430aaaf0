import { NavigationType, createPath, type Location, type Navigator, type To } from 'react-router-dom';
import {
  hydratePlacement,
  isPlacementClaimed,
  keepEarlyRoot,
  placementTree,
  renderPlacement,
} from './builder/placement-root.tsx';
import { blockViewRegistry } from './builder/block-view-registry.ts';
import { saveServerHtml } from './builder/server-html.ts';
import type { ResolvedPlacement } from './contracts/placement.ts';
import { firstDocumentData } from './first-document.ts';
import { withAppContexts } from './app-contexts.tsx';

const reported = new Set<ResolvedPlacement>();

/**
 * Hydrates a view whose block has `script: 'near'`, such as a form, in `place`, an element of the first document,
 * without the application around it. Does nothing if the view or the application is already running. `startApplication`
 * is called when the view replaces the page's URL. If the view's code fails to load, rejects and reports the fault to
 * the server.
 */
export async function hydrateIsland(place: HTMLElement, startApplication: () => void): Promise<void> {
  const { placements, contexts } = firstDocumentData();
  const placement = placements.find(({ key }) => key === place.id);
  if (placement?.script !== 'near') return;
  const { block, key } = placement;
  await blockViewRegistry.load([block]);
  // Lets the browser handle input between running the new code and hydrating.
  await new Promise((resolve) => setTimeout(resolve));
  // A running application runs all views itself. It may have navigated to a page that has another view under the same
  // key.
  if (document.documentElement.dataset['app'] || isPlacementClaimed(place)) return;

  const tree = (navigator: Navigator) =>
    placementTree({
      placement,
      first: placement === placements.find(({ region }) => region === 'main'),
      registry: blockViewRegistry,
      around: (view) => withAppContexts(contexts, view),
      location: currentLocation(),
      navigationType: NavigationType.Pop,
      navigator,
    });
  const navigator = browserNavigator(() => {
    void root.then((own) => renderPlacement(own, tree(navigator)));
    startApplication();
  });
  const content = tree(navigator);
  if (!content) {
    const detail = 'The code of the block did not arrive.';
    if (!reported.has(placement)) contexts.faults.report({ kind: 'chunk-failed', block, key, detail });
    reported.add(placement);
    throw new Error(`${block}: ${detail}`);
  }
  saveServerHtml(document.body, [placement]);
  const root = hydratePlacement(place, placement, content);
  keepEarlyRoot(place, root);
  await root;
}

function currentLocation(): Location {
  const { pathname, search, hash } = window.location;
  return { pathname, search, hash, state: null, key: 'default' };
}

/**
 * Creates a navigator that loads each new URL as a document. Only `replace`, with which a view updates the page's URL,
 * stays in the document.
 */
function browserNavigator(replaced: () => void): Navigator {
  const hrefOf = (to: To) => (typeof to === 'string' ? to : createPath(to));
  return {
    createHref: hrefOf,
    go: (delta) => history.go(delta),
    push: (to) => location.assign(hrefOf(to)),
    replace: (to) => {
      history.replaceState(history.state, '', hrefOf(to));
      replaced();
    },
  };
}
