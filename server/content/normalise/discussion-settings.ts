import { z } from 'zod';

/** WordPress's discussion settings that affect visitors. */
export interface DiscussionSettings {
  /** The number of levels in a thread, including the first; 1 if replies are not nested. */
  depth: number;
  /** The number of comments on a page, not counting replies; null if all are on one page. */
  perPage: number | null;
  /** Which page is shown first. Page 1 has the oldest comments. */
  firstPage: 'oldest' | 'newest';
  /** The order of a page's comments. Replies are always oldest first. */
  order: 'asc' | 'desc';
  /** Whether only registered users may comment. */
  registeredOnly: boolean;
  /** Whether name and e-mail address are required. */
  needsName: boolean;
  /** The number of days after which a post is closed for comments; 0 if it never closes. */
  closesAfterDays: number;
}

/** The discussion settings in the companion plugin's format. Invalid values become WordPress's defaults. */
const discussionSchema = z
  .object({
    threads: z.boolean().catch(true),
    depth: z.coerce.number().int().min(2).max(10).catch(5),
    pages: z.boolean().catch(false),
    per_page: z.coerce.number().int().positive().catch(50),
    default_page: z.enum(['oldest', 'newest']).catch('newest'),
    order: z.enum(['asc', 'desc']).catch('asc'),
    registration: z.boolean().catch(false),
    name_email: z.boolean().catch(true),
    close_days: z.coerce.number().int().nonnegative().catch(0),
  })
  .partial();

/**
 * Reads the discussion settings that the companion plugin sends. Missing or invalid values become WordPress's
 * defaults.
 */
export function readDiscussionSettings(raw: unknown): DiscussionSettings {
  const read = discussionSchema.safeParse(raw).data ?? {};
  return {
    depth: (read.threads ?? true) ? (read.depth ?? 5) : 1,
    perPage: read.pages ? (read.per_page ?? 50) : null,
    firstPage: read.default_page ?? 'newest',
    order: read.order ?? 'asc',
    registeredOnly: read.registration ?? false,
    needsName: read.name_email ?? true,
    closesAfterDays: read.close_days ?? 0,
  };
}
