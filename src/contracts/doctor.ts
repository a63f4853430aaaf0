/** The result of one check of the connection to WordPress and of its content. */
export interface DoctorCheck {
  id: string;
  label: string;
  state: 'ok' | 'warning' | 'failed' | 'not checked';
  /** What was found, in one sentence. */
  detail: string;
  /** How to fix it; absent if nothing is to be fixed. */
  fix?: string;
  /** The single findings of the check, each with the page of wp-admin where it can be fixed, if there is one. */
  items?: readonly { text: string; link?: string }[];
}

/** GET /api/admin/doctor and, signed by the companion plugin, /api/content/doctor. */
export interface DoctorReport {
  /** Whether the checks are running now. */
  running: boolean;
  /** When the checks below ended, in epoch milliseconds; null if they never ran. */
  checkedAt: number | null;
  checks: readonly DoctorCheck[];
}
