import { z } from 'zod';
import type { MirrorEntry, NewEntry } from './mirror-contents.ts';

/** The field in which a page or post behind a password comes with a hash of that password. */
export const PASSWORD_HASH_FIELD = 'password_hash';

/** A page or post behind a password. */
export interface PageLock {
  /** WordPress's id of the page or post. */
  id: number;
  /** The hash of the password. */
  hash: string;
  /** The one entry with its content, for those who know the password. The array is always the same. */
  opened: readonly NewEntry[];
}

const lockSchema = z.object({ hash: z.string(), data: z.record(z.string(), z.unknown()) });
const text = z.object({ rendered: z.string() }).catch({ rendered: '' });
const locks = new WeakMap<MirrorEntry, PageLock | null>();

/** Returns the lock of a page or post; null if it has none, or if the hash of its password is not known. */
export function lockOf(entry: MirrorEntry): PageLock | null {
  const known = locks.get(entry);
  if (known !== undefined) return known;
  const lock = lockSchema.safeParse(entry.data['lock']).data;
  const read = lock
    ? { id: Number(entry.id), hash: lock.hash, opened: [openedEntry(entry, lock.data)] }
    : null;
  locks.set(entry, read);
  return read;
}

/** Comments below a page behind a password are not read, and nobody can write one here. */
function openedEntry({ kind, id }: MirrorEntry, data: Record<string, unknown>): NewEntry {
  const [content, excerpt] = [text.parse(data['content']), text.parse(data['excerpt'])];
  return { kind, id, data: { ...data, content, excerpt, comment_status: 'closed' } };
}
