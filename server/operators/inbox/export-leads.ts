import { sql } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import { BYTE_ORDER_MARK, csvRecord } from './csv.ts';
import { filterLeads } from './filter-leads.ts';
import { leadColumns } from './lead-columns.ts';
import type { LeadFilter } from './lead-filter.ts';
import { readStories, type OwnStory } from './read-stories.ts';

/** Leads that are read at once: a large inbox never stands in memory as a whole. */
const BATCH = 200;

/** The leads of a filter with their stories, newest first. Leads that come meanwhile are left out. */
export async function* eachStory(
  { query, engine }: OpenDatabase,
  filter: LeadFilter,
  timeZone: string,
): AsyncGenerator<OwnStory> {
  for (let last: { created_at: number; id: string } | undefined; ;) {
    const after = last;
    const batch = await filterLeads(query, engine, filter)
      .select(['id', 'created_at'])
      .$if(after !== undefined, (leads) =>
        leads.where(
          sql<boolean>`(created_at < ${after?.created_at} or (created_at = ${after?.created_at} and id < ${after?.id}))`,
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(BATCH)
      .execute();
    yield* await readStories(
      query,
      batch.map(({ id }) => id),
      timeZone,
    );
    last = batch.at(-1);
    if (batch.length < BATCH) return;
  }
}

/** Leads as CSV for spreadsheets, a line each, piece by piece. */
export async function* asCsv(stories: AsyncIterable<OwnStory>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecord(leadColumns.map(([header]) => header));
  for await (const story of stories) yield csvRecord(leadColumns.map(([, value]) => value(story)));
}

/** Leads as a JSON array, with everything of their stories, piece by piece. */
export async function* asJson(stories: AsyncIterable<OwnStory>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const story of stories) {
    yield separator + JSON.stringify(story);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}
