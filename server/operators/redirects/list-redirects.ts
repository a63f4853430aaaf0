import { sql, type Expression, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { redirectQuery, RedirectListResponse } from '../../../src/contracts/operators/site-calls.ts';
import type { Content } from '../../content/content.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { createEventLoopYield } from '../../platform/async/event-loop-yield.ts';
import { encodeRedirectPath, hasPage, normaliseRedirectPath } from '../../pages/operator-redirect-cache.ts';
import { readKeysetPage } from '../api/keyset-page.ts';
import { escapeLike } from '../inbox/search-leads.ts';

/** Maximum number of redirects on one page of the list. */
export const REDIRECTS_PER_PAGE = 100;

/**
 * The cursor of a page: the page begins after, or ends before, the redirect with this creation time (epoch
 * milliseconds) and path.
 */
interface Place {
  side: 'after' | 'before';
  at: number;
  path: string;
}

/** Returns a page of the operators' redirects, the newest first, and how many there are on all pages. */
export async function listRedirects(
  { reads, engine }: Pick<OpenDatabase, 'reads' | 'engine'>,
  content: Pick<Content, 'resolve'>,
  { q = '', after, before }: z.output<typeof redirectQuery>,
): Promise<Omit<RedirectListResponse, 'builtIn'>> {
  const matching = reads
    .selectFrom('redirects')
    .$if(q !== '', (redirects) => redirects.where(isFound(q, engine)));
  const find = (place: Place | null, limit: number) => {
    const [beyond, way] = place?.side === 'before' ? [sql`>`, 'asc' as const] : [sql`<`, 'desc' as const];
    return matching
      .selectAll()
      .$if(place !== null, (redirects) =>
        redirects.where(sql<boolean>`(created_at, from_path) ${beyond} (${place?.at}, ${place?.path})`),
      )
      .orderBy('created_at', way)
      .orderBy('from_path', way)
      .limit(limit)
      .execute();
  };
  const from = after === undefined ? placeOf('before', before) : placeOf('after', after);
  const [page, { total }] = await Promise.all([
    readKeysetPage(from, {
      size: REDIRECTS_PER_PAGE,
      find,
      cursor: (row) => `${row.created_at}.${row.from_path}`,
    }),
    matching.select((count) => count.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const own: RedirectListResponse['own'][number][] = [];
  const pause = createEventLoopYield();
  for (const row of page.rows) {
    own.push({
      from: row.from_path,
      to: row.to_path,
      createdBy: row.created_by,
      createdAt: row.created_at,
      isPage: await hasPage(encodeRedirectPath(row.from_path), content),
    });
    // Each `hasPage` blocks the event loop for about a millisecond.
    await pause();
  }
  return {
    own,
    total: Number(total),
    previous: page.previous,
    next: page.next,
  };
}

function placeOf(side: Place['side'], cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const dot = cursor.indexOf('.');
  return { side, at: Number(cursor.slice(0, dot)), path: cursor.slice(dot + 1) };
}

/**
 * Returns the condition that a redirect's path or target contains a text, regardless of case and percent-encoding.
 */
function isFound(typed: string, engine: OpenDatabase['engine']): Expression<SqlBool> {
  const like = engine === 'postgres' ? sql`ilike` : sql`like`;
  const text = typed.toWellFormed();
  const path = normaliseRedirectPath(text) ?? text.toLowerCase();
  // Paths are stored decoded and in lower case, targets as they are in URLs.
  const hasPart = (column: string, part: string) =>
    sql`${sql.ref(column)} ${like} ${`%${escapeLike(part)}%`} escape '\\'`;
  const found = [hasPart('from_path', path), hasPart('to_path', text), hasPart('to_path', encodeURI(path))];
  return sql`(${sql.join(found, sql` or `)})`;
}
