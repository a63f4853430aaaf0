/** The result of one check of the connection to WordPress and of its content. */
export interface DoctorCheck {
  id: string;
  label: string;
  state: 'ok' | 'warning' | 'failed' | 'not checked';
  /** What was found, in one sentence. */
  detail: string;
  /** How to fix it; absent if there is nothing to fix. */
  fix?: string;
  /** The individual findings of the check. `link` is the page of wp-admin where a finding can be fixed. */
  items?: readonly { text: string; link?: string }[];
}

/** GET /api/admin/doctor and, signed by the companion plugin, /api/content/doctor. */
export interface DoctorReport {
  /** Whether the checks are running now. */
  running: boolean;
  /** When the last run ended, in epoch milliseconds; null before the first run. */
  checkedAt: number | null;
  checks: readonly DoctorCheck[];
}
