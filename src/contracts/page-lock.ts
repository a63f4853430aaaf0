import { z } from 'zod';

/* WordPress's edit lock, which says who has a page open there. */

/** The lock of somebody else. */
export interface EditLock {
  /** The person's name in WordPress. */
  by: string;
}

/** `hold`: sets or refreshes the lock, unless somebody else has it. `take`: sets it anyway. */
export type LockAction = 'hold' | 'take' | 'release';

/** POST /api/admin/pages/lock */
export const lockRequest = z.object({
  at: z.string().min(1).max(500),
  action: z.enum(['hold', 'take', 'release']),
});
export type LockRequest = z.input<typeof lockRequest>;

/** As whom a person edits pages, and what she may do. */
export interface Editing {
  /** Whose name WordPress records; null if pages are not kept in a WordPress that we may write to. */
  name: string | null;
  /** Whether it is the person's own account. */
  isOwn: boolean;
  mayPublish: boolean;
}

/** The answer of POST /api/admin/pages/lock. */
export interface LockAnswer {
  lock: EditLock | null;
  editing: Editing;
}

/** The answer to a save with status 423: somebody else edits the page. Nothing was stored. */
export interface LockedSave {
  error: string;
  lock: EditLock;
}
