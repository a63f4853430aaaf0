import type { Router } from 'express';
import type { Kysely } from 'kysely';
import { variantCalls } from '../../src/contracts/variants/variant-calls.ts';
import {
  ORIGINAL_VARIANT_NAME,
  type AbTestResult,
  type VariantResult,
} from '../../src/contracts/variants/variant-results.ts';
import type { Content } from '../content/content.ts';
import { startedVariantTests } from './started-variant-tests.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import { isCountedLeadSql } from '../database/schema/counted-leads.ts';
import type { Database } from '../database/schema/schema.ts';
import { parseSeenVariants } from './variants-seen.ts';
import type { OperatorGuard } from '../operators/api/operator-guard.ts';
import { createCallRouter } from '../operators/api/serve-call.ts';
import { rateDifference, verdictOf, wilsonInterval, type VariantSample } from './variant-statistics.ts';

interface Options {
  database: Pick<OpenDatabase, 'reads'>;
  content: Pick<Content, 'snapshot' | 'builtIn'>;
  guard: OperatorGuard;
  now: () => number;
}

/**
 * Creates the operators' API route with the results of A/B tests: the visits and leads of each variant since its test
 * was started, compared with the original.
 */
export function createVariantResultRoutes({ database, content, guard, now }: Options): Router {
  const { router, serve } = createCallRouter(guard);
  serve(variantCalls.results, async () => {
    const snapshot = content.snapshot();
    const found = snapshot ? startedVariantTests(snapshot, content.builtIn) : [];
    const tests = await Promise.all(
      found.map(async ({ title, running, test, paths }): Promise<AbTestResult> => {
        const { path, since } = test;
        const [visits, leads] = await Promise.all([
          visitsOf(database.reads, paths, since),
          leadsOf(database.reads, paths, since),
        ]);
        const sampleOf = (name: string): VariantSample => ({
          visits: visits.get(name) ?? 0,
          leads: leads.get(name) ?? 0,
        });
        const original = sampleOf(ORIGINAL_VARIANT_NAME);
        const days = since === 0 ? null : (now() - since) / 86_400_000;
        const names = [ORIGINAL_VARIANT_NAME, ...test.variants.map(({ name }) => name)];
        const variants = names.map((name): VariantResult => {
          const sample = sampleOf(name);
          const compared =
            name === ORIGINAL_VARIANT_NAME
              ? null
              : { difference: rateDifference(original, sample), verdict: verdictOf(original, sample, days) };
          const { visits: opened, leads: sent } = sample;
          return { name, visits: opened, leads: sent, rate: wilsonInterval(sample), compared };
        });
        return { path, title, running, since, variants };
      }),
    );
    return { tests };
  });
  return router;
}

async function visitsOf(
  database: Kysely<Database>,
  paths: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom('variant_visits')
    .where('path', 'in', paths)
    .where('since', '=', since)
    .select((is) => ['variant', is.fn.sum<number | string>('visits').as('visits')])
    .groupBy('variant')
    .execute();
  return new Map(rows.map(({ variant, visits }) => [variant, Number(visits)]));
}

async function leadsOf(
  database: Kysely<Database>,
  paths: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await database
    .selectFrom('leads')
    .where(isCountedLeadSql)
    .where('created_at', '>=', since)
    .where('page_variants', 'is not', null)
    .select((is) => ['page_variants', is.fn.countAll<number | string>().as('leads')])
    .groupBy('page_variants')
    .execute();
  const counts = new Map<string, number>();
  for (const { page_variants: text, leads } of rows) {
    const seen = parseSeenVariants(text ?? '').find((each) => paths.includes(each.path));
    if (seen) counts.set(seen.variant, (counts.get(seen.variant) ?? 0) + Number(leads));
  }
  return counts;
}
