import { z } from 'zod';
import type { MirrorEntry, NewMirrorEntry } from './mirror-contents.ts';

/** The field of a password-protected page or post that has the hash of its password. */
export const PASSWORD_HASH_FIELD = 'password_hash';

/** The content of a password-protected page or post, with the hash of its password. */
export interface PasswordProtection {
  /** WordPress's id of the page or post. */
  id: number;
  /** In the format of the companion plugin: `pbkdf2-sha256:<rounds>:<salt>:<hash>`. `verifyPagePassword` checks it. */
  hash: string;
  /**
   * The entry with its content, for visitors who know the password. An array with one element. It is always the same
   * object, so that the snapshot with this entry can be cached by it.
   */
  opened: readonly NewMirrorEntry[];
}

const lockSchema = z.object({ hash: z.string(), data: z.record(z.string(), z.unknown()) });
const text = z.object({ rendered: z.string() }).catch({ rendered: '' });
const locks = new WeakMap<MirrorEntry, PasswordProtection | null>();

/**
 * Returns the content and the hash of a password-protected page or post; null if it is not protected or no hash is
 * known.
 */
export function passwordProtectionOf(entry: MirrorEntry): PasswordProtection | null {
  const known = locks.get(entry);
  if (known !== undefined) return known;
  const lock = lockSchema.safeParse(entry.data['lock']).data;
  const read = lock
    ? { id: Number(entry.id), hash: lock.hash, opened: [openedEntry(entry, lock.data)] }
    : null;
  locks.set(entry, read);
  return read;
}

/** Returns the entry with its content. Comments are closed, because those of password-protected pages are not read. */
function openedEntry({ kind, id }: MirrorEntry, data: Record<string, unknown>): NewMirrorEntry {
  const [content, excerpt] = [text.parse(data['content']), text.parse(data['excerpt'])];
  return { kind, id, data: { ...data, content, excerpt, comment_status: 'closed' } };
}
