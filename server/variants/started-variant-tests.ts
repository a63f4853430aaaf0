import { builtInPageAt, type BuiltInContent } from '../content/built-in/built-in-content.ts';
import { variantTestOf, storedVariants, type VariantTest } from '../content/resolve/page-variants.ts';
import { shownPath } from '../content/built-in/snapshot-page.ts';
import { encodedPath } from '../content/paths/page-paths.ts';
import type { Snapshot } from '../content/snapshot/snapshot.ts';

interface StartedTest {
  /** The title of the page. */
  title: string;
  running: boolean;
  test: VariantTest;
  /** All paths under which visits and leads may be counted: that of the page, and its former ones. */
  paths: readonly string[];
}

/** Returns the A/B tests of public pages that were ever started, including paused tests. */
export function startedVariantTests(
  snapshot: Pick<Snapshot, 'pages' | 'pageAt' | 'formerPaths'>,
  builtIn: BuiltInContent,
): readonly StartedTest[] {
  return snapshot.pages().flatMap((own) => {
    const { page } = own;
    const { stored } = storedVariants(page.acf);
    if (!stored || (!stored.running && stored.since === undefined)) return [];
    const at = encodedPath(shownPath(own, snapshot, builtIn));
    const title = page.title || builtInPageAt(at, builtIn)?.page.title || at;
    const paths = [at, ...snapshot.formerPaths(page.id)];
    return [{ title, running: stored.running, test: variantTestOf(page.id, at, stored), paths }];
  });
}
