import type { Kysely } from 'kysely';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import type { Database } from '../../database/schema/schema.ts';

/** Milliseconds until a lock that is not renewed expires: WordPress's default for `wp_check_post_lock_window`. */
const LOCK_MS = 150_000;

/** The operator who sends a request. */
export interface EditingOperator {
  id: string;
  name: string;
}

/**
 * Acquires (`hold`), takes over (`take`), releases (`release`) or only reads (null) the edit lock of a page. Returns
 * in `by` the other editor who holds the lock; null if nobody else holds it.
 */
export async function handleEmbeddedLock(
  query: Kysely<Database>,
  { page, editor, action }: { page: string; editor: EditingOperator; action: unknown },
  now: number,
): Promise<JsonObject> {
  const held = await query
    .selectFrom('embedded_locks')
    .selectAll()
    .where('page', '=', page)
    .executeTakeFirst();
  const isOthers = held !== undefined && held.operator_id !== editor.id && held.at > now - LOCK_MS;
  if (action === 'release' && !isOthers) {
    await query
      .deleteFrom('embedded_locks')
      .where('page', '=', page)
      .where('operator_id', '=', editor.id)
      .execute();
  }
  if (action === 'take' || (action === 'hold' && !isOthers)) {
    const lock = { operator_id: editor.id, name: editor.name, at: now };
    await query
      .insertInto('embedded_locks')
      .values({ page, ...lock })
      .onConflict((conflict) => conflict.column('page').doUpdateSet(lock))
      .execute();
    return { by: null };
  }
  return { by: isOthers ? { name: held.name } : null };
}
