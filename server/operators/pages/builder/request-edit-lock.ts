import { z } from 'zod';
import type { EditLock, EditLockAction } from '../../../../src/contracts/operators/page-lock.ts';
import { WordPressWriterError } from '../../../content/rest/wordpress-writer.ts';
import { ApiError } from '../../api/api-error.ts';
import type { EditorAccount } from '../editor-account.ts';
import type { BuilderEntry } from '../page-list.ts';
import type { PageBuilder } from './page-builder.ts';

const answer = z.object({ by: z.object({ name: z.string() }).nullable() });

/**
 * Acquires, takes over or releases the edit lock of a page for an account. If `action` is null, only reads the lock.
 * Returns somebody else's lock; null if there is none. Also returns null if the lock cannot be read, such as from a
 * WordPress without the companion plugin, so that editing stays possible.
 */
export async function requestEditLock(
  { writer }: Pick<EditorAccount, 'writer'>,
  page: Pick<BuilderEntry, 'own'> | null,
  action: EditLockAction | null,
): Promise<EditLock | null> {
  if (!writer || !page?.own) return null;
  const path = `/lintel/v1/lock/${page.own.id}`;
  try {
    const said = action === null ? await writer.get(path) : await writer.post(path, { action });
    const { by } = answer.parse(said);
    return by && { by: by.name };
  } catch (error) {
    if (error instanceof WordPressWriterError || error instanceof z.ZodError) return null;
    throw error;
  }
}

/** Throws an `ApiError` if somebody else has the edit lock of the page with this `at`. */
export async function assertPageNotLocked(
  at: string,
  { builder, account }: { builder: Pick<PageBuilder, 'find'>; account: EditorAccount },
): Promise<void> {
  const lock = await requestEditLock(account, builder.find(at, account), null);
  if (!lock) return;
  const words = 'is editing this page. Nothing was stored. Take over, then try again.';
  throw new ApiError(423, `${lock.by} ${words}`);
}
