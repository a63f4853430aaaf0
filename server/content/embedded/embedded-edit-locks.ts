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
 * in `by` the other editor who holds the lock; null if nobody else holds it. `now` is in epoch milliseconds.
 */
export async function handleEmbeddedLock(
  query: Kysely<Database>,
  { page, editor, action }: { page: string; editor: EditingOperator; action: unknown },
  now: number,
): Promise<JsonObject> {
  const expired = now - LOCK_MS;
  if (action === 'release') {
    await query
      .deleteFrom('embedded_locks')
      .where('page', '=', page)
      .where('operator_id', '=', editor.id)
      .execute();
  }
  if (action === 'take' || action === 'hold') {
    const lock = { operator_id: editor.id, name: editor.name, at: now };
    await query
      .insertInto('embedded_locks')
      .values({ page, ...lock })
      .onConflict((conflict) => {
        const replaced = conflict.column('page').doUpdateSet(lock);
        if (action === 'take') return replaced;
        // The statement itself checks whether the lock is free, because two editors may request it at the same time.
        return replaced.where((is) =>
          is.or([is('embedded_locks.operator_id', '=', editor.id), is('embedded_locks.at', '<=', expired)]),
        );
      })
      .execute();
  }
  const held = await query
    .selectFrom('embedded_locks')
    .select(['operator_id', 'name', 'at'])
    .where('page', '=', page)
    .executeTakeFirst();
  const isOthers = held !== undefined && held.operator_id !== editor.id && held.at > expired;
  return { by: isOthers ? { name: held.name } : null };
}
