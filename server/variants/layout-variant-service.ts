import type { Content } from '../content/content.ts';
import type { LayoutVariantService, VariantVisits } from '../content/resolve/page-variants.ts';
import { assignVariant, readVariantCookie, seenVariant } from './assign-variant.ts';
import { startedVariantTests } from './started-variant-tests.ts';
import { formatSeenVariants } from './variants-seen.ts';

interface Options {
  content: Pick<Content, 'snapshot' | 'builtIn'>;
  /** Whether the site uses HTTPS. */
  secure: boolean;
}

/**
 * Creates the service for layout variants. A cookie stores each visitor's variants, and the database stores the visits
 * per day.
 */
export function createLayoutVariantService({ content, secure }: Options): LayoutVariantService {
  let counts = new Map<string, VariantVisits>();
  return {
    choose: (test, { headers }) => assignVariant(test, headers, { secure }),
    seen: (test, { headers }) => seenVariant(test, headers),
    seenText({ headers }) {
      const snapshot = content.snapshot();
      if (!snapshot || readVariantCookie(headers.cookie).size === 0) return '';
      const seen = startedVariantTests(snapshot, content.builtIn).flatMap(({ running, test }) =>
        running ? (seenVariant(test, headers) ?? []) : [],
      );
      return formatSeenVariants(seen);
    },
    count(seen, visits = 1) {
      // Neither a path nor the name of a variant contains a line break.
      const key = `${seen.path}\n${seen.since}\n${seen.variant}`;
      counts.set(key, { ...seen, visits: (counts.get(key)?.visits ?? 0) + visits });
    },
    takeCounts() {
      const taken = counts;
      counts = new Map();
      // All servers lock the rows in the same order, so that they cannot deadlock.
      return [...taken].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, visits]) => visits);
    },
    async storeCounts(transaction, taken, { day, oldest }) {
      for (const { path, since, variant, visits } of taken) {
        await transaction
          .insertInto('variant_visits')
          .values({ day, path, since, variant, visits })
          .onConflict((conflict) =>
            conflict
              .columns(['day', 'path', 'since', 'variant'])
              .doUpdateSet((is) => ({ visits: is('variant_visits.visits', '+', visits) })),
          )
          .execute();
      }
      await transaction.deleteFrom('variant_visits').where('day', '<', oldest).execute();
    },
  };
}
