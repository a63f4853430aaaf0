import { z } from 'zod';

/* The edit lock of WordPress or of the site's own database, which shows who is editing a page. */

/** The edit lock of another person. */
export const editLock = z.object({
  /** The person's name in WordPress or, if pages are saved in the site's own database, on this site. */
  by: z.string(),
});
export type EditLock = z.infer<typeof editLock>;

/** `hold` sets or refreshes the lock, unless another person has it. `take` sets it even then. */
export const editLockAction = z.enum(['hold', 'take', 'release']);
export type EditLockAction = z.infer<typeof editLockAction>;

/** The account with which a person edits pages, and its permissions. */
export const editingAccount = z.object({
  /** The name that WordPress records; null if pages are not saved to WordPress. */
  name: z.string().nullable(),
  /** Whether this is the person's own WordPress account, and not the shared one. */
  isOwn: z.boolean(),
  mayPublish: z.boolean(),
});
export type EditingAccount = z.infer<typeof editingAccount>;

/** The response to a lock action. `lock` is null unless another person has the lock. */
export const editLockResponse = z.object({ lock: editLock.nullable(), editing: editingAccount });
export type EditLockResponse = z.infer<typeof editLockResponse>;
