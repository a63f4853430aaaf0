import { z } from 'zod';

const check = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(['ok', 'warning', 'failed', 'not checked']),
  /** What was found, in one sentence. */
  detail: z.string(),
  /** How to fix it; absent if there is nothing to fix. */
  fix: z.string().exactOptional(),
  /** The individual findings of the check. `link` is the page of wp-admin where a finding can be fixed. */
  items: z
    .array(z.object({ text: z.string(), link: z.string().exactOptional() }))
    .readonly()
    .exactOptional(),
});
/** The result of one check of the connection to WordPress and of its content. */
export type DoctorCheck = z.infer<typeof check>;

/** The report for operators and, signed by the companion plugin, /api/content/doctor. */
export const doctorReport = z.object({
  /** Whether the checks are running now. */
  running: z.boolean(),
  /** When the last run ended, in epoch milliseconds; null before the first run. */
  checkedAt: z.number().nullable(),
  checks: z.array(check).readonly(),
});
export type DoctorReport = z.infer<typeof doctorReport>;
