import type { IncomingMessage } from 'node:http';
import type { Transaction } from 'kysely';
import type { Placement } from '../../../src/contracts/layout.ts';
import {
  serializeLayoutVariants,
  parseLayoutVariants,
} from '../../../src/contracts/variants/layout-variants.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { RawPage } from '../values/raw-page.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';

/*
 * This file has all that the rest of the server knows about layout variants. `server/variants` implements
 * `LayoutVariantService`. Code that uses the service also accepts null: every page then has only its own layout.
 */

/** An A/B test of a page's layout: the variants and their weights, without the layouts themselves. */
export interface VariantTest {
  pageId: number;
  /** The page's canonical path, percent-encoded. Visits and leads are counted under it. */
  path: string;
  /** When the test was started, in epoch milliseconds; 0 if unknown. */
  since: number;
  /** The weight of the page's own layout, relative to those of the variants. */
  weight: number;
  variants: readonly { name: string; weight: number }[];
}

/**
 * What identifies a variant when visits and leads are counted: the path of the page, the start of the test, and the
 * name of the variant.
 */
export interface SeenVariant {
  path: string;
  /** When the test was started, in epoch milliseconds; 0 if unknown. */
  since: number;
  variant: string;
}

/** The layout that a visitor gets on a page with a running test. */
export interface ChosenVariant {
  /** The name of the layout to show; null for the page's own. */
  layout: string | null;
  /**
   * The variant to count; null for visitors who do not take part: bots, and browsers that send Global Privacy
   * Control.
   */
  seen: SeenVariant | null;
  /** The value of `Set-Cookie`; null if the visitor has the cookie, or does not take part. */
  cookie: string | null;
}

type Visit = Pick<IncomingMessage, 'headers'>;

/** Chooses the layout variant for each visitor, and counts the visits. */
export interface LayoutVariantService {
  /** Decides which layout of a page the visitor gets. */
  choose(test: VariantTest, visit: Visit): ChosenVariant;
  /** Returns the variant that a visitor saw earlier on a page; null if none is known. */
  seen(test: VariantTest, visit: Visit): SeenVariant | null;
  /** Returns the variants of running tests that a visitor saw, as text to store with a lead; empty without any. */
  seenText: (visit: Visit) => string;
  /** Counts visits in memory until `takeCounts` is called. */
  count(seen: SeenVariant, visits?: number): void;
  /** Returns the visits that were counted since the last call. */
  takeCounts(): readonly VariantVisits[];
  /** Stores counts for a day, in the transaction that stores the visits. Deletes counts from before `oldest`. */
  storeCounts(
    transaction: Transaction<Database>,
    counts: readonly VariantVisits[],
    days: { day: string; oldest: string },
  ): Promise<void>;
}

/** A number of visits that saw a variant. */
export interface VariantVisits extends SeenVariant {
  visits: number;
}

/** The variants that are stored with a page, whether or not their test is running. */
interface StoredVariants {
  running: boolean;
  /** When the test was started, in ISO 8601. Resuming a paused test does not change it. */
  since?: string;
  weight: number;
  variants: readonly { name: string; weight: number; layout: readonly Placement[] }[];
}

/**
 * Parses the variants that are stored in a page's fields. `stored` is null if there are none or if there is a fault.
 */
export function storedVariants(acf: JsonObject): { stored: StoredVariants | null; fault: string | null } {
  const { variants, fault } = parseLayoutVariants(acf.layout_variants);
  return { stored: variants, fault };
}

/** Returns the running A/B test of a page; null if it is paused or there is none. `path` is the canonical path. */
export function runningVariantTest({ id, acf }: RawPage, path: string): VariantTest | null {
  const { stored } = storedVariants(acf);
  return stored?.running ? variantTestOf(id, path, stored) : null;
}

/** Returns the A/B test that is stored with a page, even if it is not running. `path` is the canonical path. */
export function variantTestOf(
  pageId: number,
  path: string,
  { since, weight, variants }: StoredVariants,
): VariantTest {
  return {
    pageId,
    path,
    since: since === undefined ? 0 : Date.parse(since),
    weight,
    variants: variants.map(({ name, weight: own }) => ({ name, weight: own })),
  };
}

/** Returns the page fields to store if the layout of a variant changes; null if there is no such variant. */
export function withVariantLayout(
  acf: JsonObject,
  name: string,
  layout: readonly Placement[],
): { layout_variants: string } | null {
  const { variants } = parseLayoutVariants(acf.layout_variants);
  if (!variants?.variants.some((each) => each.name === name)) return null;
  const changed = variants.variants.map((each) =>
    each.name === name ? { ...each, layout: [...layout] } : each,
  );
  return { layout_variants: serializeLayoutVariants({ ...variants, variants: changed }) };
}
