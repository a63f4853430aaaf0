import { parseLayoutVariants, type LayoutVariants } from '../../../src/contracts/layout-variants.ts';
import { builtInAt, type BuiltInContent } from '../built-in/built-in-content.ts';
import { shownPath } from '../built-in/own-page.ts';
import { encodedPath } from '../paths/page-paths.ts';
import type { Snapshot } from './snapshot.ts';
import type { RawPage } from '../values/raw-page.ts';

/** The variants of a page that an A/B test shows to visitors, and how often. */
export interface RunningVariants {
  pageId: number;
  /** The page's canonical path, under which visits and leads are counted. */
  path: string;
  /** Epoch milliseconds; 0 if unknown. */
  since: number;
  /** The weight of the page's own layout. */
  weight: number;
  variants: readonly { name: string; weight: number }[];
}

/** Identifies the variant of a page that a visitor saw, for counting. */
export interface SeenVariant {
  path: string;
  /** When the test was started, in epoch milliseconds. */
  since: number;
  variant: string;
}

/** Returns the variants that a page's visitors are shown; null if they are paused or the page has none. */
export function runningVariants({ id, acf }: RawPage, path: string): RunningVariants | null {
  const { variants } = parseLayoutVariants(acf.layout_variants);
  return variants?.running ? testOf(id, path, variants) : null;
}

function testOf(pageId: number, path: string, { since, weight, variants }: LayoutVariants): RunningVariants {
  return {
    pageId,
    path,
    since: since === undefined ? 0 : Date.parse(since),
    weight,
    variants: variants.map(({ name, weight: own }) => ({ name, weight: own })),
  };
}

/** Returns the variants of public pages that were ever started, paused ones included, with the pages' titles. */
export function startedVariants(
  snapshot: Pick<Snapshot, 'pages' | 'pageAt'>,
  builtIn: BuiltInContent,
): readonly { title: string; running: boolean; test: RunningVariants }[] {
  return snapshot.pages().flatMap((own) => {
    const { page } = own;
    const { variants } = parseLayoutVariants(page.acf.layout_variants);
    if (!variants || (!variants.running && variants.since === undefined)) return [];
    const at = encodedPath(shownPath(own, snapshot, builtIn));
    const title = page.title || builtInAt(at, builtIn)?.page.title || at;
    return [{ title, running: variants.running, test: testOf(page.id, at, variants) }];
  });
}
