import { z } from 'zod';

/* WordPress's edit lock, which shows who is editing a page. */

/** Somebody else's lock. */
export const editLock = z.object({
  /** The person's name in WordPress. */
  by: z.string(),
});
export type EditLock = z.infer<typeof editLock>;

/** `hold`: sets or refreshes the lock, unless somebody else has it. `take`: sets it anyway. */
export const lockAction = z.enum(['hold', 'take', 'release']);
export type LockAction = z.infer<typeof lockAction>;

/** The account with which a person edits pages, and its permissions. */
export const editing = z.object({
  /** The name that WordPress records; null if pages are not saved to WordPress. */
  name: z.string().nullable(),
  /** Whether it is the person's own account instead of the shared one. */
  isOwn: z.boolean(),
  mayPublish: z.boolean(),
});
export type Editing = z.infer<typeof editing>;

export const lockState = z.object({ lock: editLock.nullable(), editing });
export type LockState = z.infer<typeof lockState>;
