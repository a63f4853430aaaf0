import { z } from 'zod';

/** A page or post with a finding. */
const place = z.object({
  title: z.string(),
  /** The path on this site. */
  path: z.string(),
  /** The URL of the edit screen in wp-admin. */
  link: z.string(),
});

const item = z.object({
  text: z.string(),
  /** The URL of the wp-admin screen where the finding can be fixed. */
  link: z.string().exactOptional(),
  /** The pages and posts with the finding, if there can be several. */
  places: z.array(place).readonly().exactOptional(),
  /** The number of pages and posts that `places` leaves out. */
  more: z.number().exactOptional(),
});
export type DoctorFinding = z.infer<typeof item>;

const check = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(['ok', 'warning', 'failed', 'not checked']),
  /** What was found, in one sentence. */
  detail: z.string(),
  /** How to fix the problem that was found; absent if there is nothing to fix. */
  fix: z.string().exactOptional(),
  /** Lines below the result: single findings, or the wp-admin screen where the problem can be fixed. */
  items: z.array(item).readonly().exactOptional(),
});
/** The result of one check of the connection to WordPress and of its content. */
export type DoctorCheck = z.infer<typeof check>;

/** The report for operators, and for the companion plugin, which requests it from /api/content/doctor. */
export const doctorReport = z.object({
  /** Whether the checks are running now. */
  running: z.boolean(),
  /** When the last run ended, in epoch milliseconds; null before the first run. */
  checkedAt: z.number().nullable(),
  checks: z.array(check).readonly(),
});
export type DoctorReport = z.infer<typeof doctorReport>;
