import { formatDuration } from '../../../src/contracts/leads/format-duration.ts';
import type { DoctorCheck } from '../../../src/contracts/operators/doctor.ts';
import { notCheckedResult } from './check-connection.ts';
import { compareVersions } from './check-plugin.ts';
import { isPluginReportMissing, type MissingPluginReport, type PluginReport } from './plugin-report.ts';

/** The oldest supported versions, as in the header of `lintel.php`. */
export const MIN_HOST_VERSIONS = { wordpress: '6.2', php: '7.4' } as const;

/** The last day on which each version of PHP gets security fixes: https://www.php.net/supported-versions.php */
const PHP_SUPPORT_ENDS: Readonly<Record<string, string>> = {
  '7.4': '2022-11-28',
  '8.0': '2023-11-26',
  '8.1': '2025-12-31',
  '8.2': '2026-12-31',
  '8.3': '2027-12-31',
  '8.4': '2028-12-31',
  '8.5': '2029-12-31',
};
const DAY_MS = 24 * 60 * 60_000;
/** Maximum number of overdue events to name. */
const MAX_EVENTS = 10;

const LABELS = {
  'wordpress-version': 'Version of WordPress',
  'php-version': 'Version of PHP',
  cron: 'Scheduled tasks (cron)',
} as const;

/**
 * Checks the versions of WordPress and PHP, and the scheduled tasks, as the companion plugin reports them. `now` is
 * in epoch milliseconds.
 */
export function checkHost(found: PluginReport | MissingPluginReport, now: number): DoctorCheck[] {
  const ids = ['wordpress-version', 'php-version', 'cron'] as const;
  if (isPluginReportMissing(found)) return ids.map((id) => notCheckedResult(id, LABELS[id], found));
  const old = {
    detail: 'This version of the companion plugin does not report it.',
    fix: 'Fix “Companion plugin” first.',
  };
  return [
    found.wordpress === '' ? notCheckedResult(ids[0], LABELS[ids[0]], old) : wordpressVersion(found),
    found.php === '' ? notCheckedResult(ids[1], LABELS[ids[1]], old) : phpVersion(found.php, now),
    found.cron ? cron(found.cron) : notCheckedResult(ids[2], LABELS[ids[2]], old),
  ];
}

function wordpressVersion({ wordpress, newest_wordpress: newest }: PluginReport): DoctorCheck {
  const base = { id: 'wordpress-version', label: LABELS['wordpress-version'] };
  if (compareVersions(wordpress, MIN_HOST_VERSIONS.wordpress) < 0) {
    return {
      ...base,
      state: 'failed',
      detail: `WordPress ${wordpress} is too old: the companion plugin needs ${MIN_HOST_VERSIONS.wordpress} or newer.`,
      fix: 'Back up, then update WordPress under Dashboard › Updates.',
    };
  }
  if (newest === null) return { ...base, state: 'ok', detail: `WordPress ${wordpress}.` };
  return {
    ...base,
    state: 'warning',
    detail: `WordPress ${wordpress} is not the newest version, ${newest}. Only the newest is sure to get security fixes.`,
    fix: 'Back up, then update WordPress under Dashboard › Updates.',
  };
}

function phpVersion(php: string, now: number): DoctorCheck {
  const base = { id: 'php-version', label: LABELS['php-version'] };
  if (compareVersions(php, MIN_HOST_VERSIONS.php) < 0) {
    return {
      ...base,
      state: 'failed',
      detail: `PHP ${php} is too old: the companion plugin needs ${MIN_HOST_VERSIONS.php} or newer.`,
      fix: 'Choose a newer version of PHP in the settings of the host.',
    };
  }
  const ends = PHP_SUPPORT_ENDS[php.split('.', 2).join('.')];
  if (ends !== undefined && now >= Date.parse(ends) + DAY_MS) {
    return {
      ...base,
      state: 'warning',
      detail: `PHP ${php} works, but has had no security fixes since ${ends}.`,
      fix: 'Choose a supported version of PHP in the settings of the host.',
    };
  }
  return { ...base, state: 'ok', detail: `PHP ${php}.` };
}

function cron({ disabled, overdue }: NonNullable<PluginReport['cron']>): DoctorCheck {
  const base = { id: 'cron', label: LABELS.cron };
  const [oldest] = overdue;
  if (!oldest) {
    const how = disabled ? 'DISABLE_WP_CRON is set, so the server has to run them.' : 'WordPress runs them.';
    return { ...base, state: 'ok', detail: `${how} None is overdue.` };
  }
  return {
    ...base,
    state: 'warning',
    detail:
      `${overdue.length === 1 ? 'A task is' : `${overdue.length} tasks are`} overdue, the oldest for ` +
      `${formatDuration(oldest.seconds * 1_000)}. Scheduled pages are not published meanwhile.`,
    fix: disabled
      ? 'DISABLE_WP_CRON in wp-config.php turns WordPress’s own off. Remove it, or let the server call wp-cron.php every five minutes.'
      : 'WordPress runs them by a request to itself, which fails here: see Tools › Site Health. Or let the server call wp-cron.php every five minutes.',
    items: overdue.slice(0, MAX_EVENTS).map(({ hook, seconds }) => ({
      text: `${hook}: due ${formatDuration(seconds * 1_000)} ago`,
    })),
  };
}
