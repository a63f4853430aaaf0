import { z } from 'zod';

/* WordPress's edit lock, which shows who is editing a page. */

/** Somebody else's lock. */
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

/** The account with which a person edits pages, and its permissions. */
export interface Editing {
  /** The name that WordPress records; null if pages are not saved to WordPress. */
  name: string | null;
  /** Whether it is the person's own account instead of the shared one. */
  isOwn: boolean;
  mayPublish: boolean;
}

/** The response of POST /api/admin/pages/lock. */
export interface LockAnswer {
  lock: EditLock | null;
  editing: Editing;
}

/** The response to a save with status 423: somebody else is editing the page. Nothing was stored. */
export interface LockedSave {
  error: string;
  lock: EditLock;
}
