import { builtInPageAt, type BuiltInContent } from '../content/built-in/built-in-content.ts';
import {
  variantsWithoutLayouts,
  storedVariants,
  type RunningVariants,
} from '../content/resolve/page-variants.ts';
import { shownPath } from '../content/built-in/snapshot-page.ts';
import { encodedPath } from '../content/paths/page-paths.ts';
import type { Snapshot } from '../content/snapshot/snapshot.ts';

/** Returns the A/B tests of public pages that were ever started, including paused tests, with the pages' titles. */
export function startedVariants(
  snapshot: Pick<Snapshot, 'pages' | 'pageAt'>,
  builtIn: BuiltInContent,
): readonly { title: string; running: boolean; test: RunningVariants }[] {
  return snapshot.pages().flatMap((own) => {
    const { page } = own;
    const { stored } = storedVariants(page.acf);
    if (!stored || (!stored.running && stored.since === undefined)) return [];
    const at = encodedPath(shownPath(own, snapshot, builtIn));
    const title = page.title || builtInPageAt(at, builtIn)?.page.title || at;
    return [{ title, running: stored.running, test: variantsWithoutLayouts(page.id, at, stored) }];
  });
}
