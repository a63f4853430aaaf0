import type { Kysely } from 'kysely';
import { z } from 'zod';
import { readState, writeState, type ContentTables } from './content-tables.ts';

/** How far WordPress has been read. It is stored in the same transaction as what was read. */
const positionSchema = z.object({
  /** The address of the WordPress that was read. */
  home: z.string(),
  /** The place in its change feed; null if it has none. */
  cursor: z.string().nullable(),
  /** Its time of the last read without the feed, in milliseconds; null if the feed was read. */
  readAt: z.number().nullable(),
  /** When everything was last read, in epoch milliseconds. */
  fullPassAt: z.number(),
});
export type SyncPosition = z.infer<typeof positionSchema>;

const KEY = 'position';

/** Returns the position in the WordPress at this address; null if it has never been read, or another one since. */
export async function readPosition(query: Kysely<ContentTables>, home: string): Promise<SyncPosition | null> {
  const text = await readState(query, KEY);
  const position = text === null ? null : positionSchema.safeParse(JSON.parse(text)).data;
  return position?.home === home ? position : null;
}

/** Stores the position. */
export async function writePosition(query: Kysely<ContentTables>, position: SyncPosition): Promise<void> {
  await writeState(query, KEY, JSON.stringify(position));
}
