import type { Logger } from 'pino';
import type { DoctorCheck, DoctorReport } from '../../../src/contracts/operators/doctor.ts';
import type { Config, WordPressConfig } from '../../platform/config/config.ts';
import type { Content } from '../content.ts';
import { parseWordPressUrls } from '../rest/wordpress-urls.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { checkTextDifferences } from './check-text-differences.ts';
import { runDoctor } from './run-doctor.ts';

/** Runs the checks of WordPress in the background and keeps the latest results. */
export interface Doctor {
  /**
   * Returns the latest results immediately. Unless a run is in progress, starts one if there are no results, or if they
   * are older than `maxAge` milliseconds; the default is ten seconds.
   */
  report(maxAge?: number): DoctorReport;
}

/** Milliseconds during which results count as current. Each run makes a dozen requests to WordPress, or more. */
const FRESH_MS = 10_000;

/**
 * Creates the doctor of a running server. Callers never wait for a run: while the companion plugin waits for a
 * response, a small WordPress that handles one request at a time cannot answer the checks.
 */
export function createDoctor(options: {
  config: Config;
  content: Pick<Content, 'blocks' | 'builtIn' | 'snapshot' | 'health' | 'textCheck'>;
  log: Logger;
  fetch?: typeof fetch;
  /** Reads the paths that operators have redirected. */
  redirectedPaths?: () => Promise<ReadonlySet<string>>;
  /** Runs further checks, which do not concern the content. */
  moreChecks?: () => Promise<readonly DoctorCheck[]>;
  /** Epoch milliseconds. */
  now?: () => number;
}): Doctor {
  const { content, log, now = Date.now, moreChecks = async () => [], ...others } = options;
  const { redirectedPaths = async () => new Set<string>() } = options;
  let redirected: ReadonlySet<string> = new Set();
  let last: Pick<DoctorReport, 'checkedAt' | 'checks'> = { checkedAt: null, checks: [] };
  let running = false;

  async function run(): Promise<void> {
    const { lastFault, notices } = content.health();
    const hiding = new Set(
      content
        .snapshot()
        ?.hidingPages()
        .map(({ path }) => path),
    );
    const checks = await runDoctor({
      ...others,
      now,
      blocks: content.blocks,
      builtIn: content.builtIn,
      content: {
        snapshot: content.snapshot(),
        readFault: lastFault,
        // A separate check reports pages that hide built-in pages.
        notices: notices.filter((text) => ![...hiding].some((path) => text.includes(` hides ${path}.`))),
      },
    });
    redirected = await redirectedPaths();
    last = { checkedAt: now(), checks: [...checks, ...(await moreChecks())] };
  }

  /**
   * Adds the latest result of the check of all texts. A check can take minutes, so the report does not wait for it.
   */
  function withTexts(report: DoctorReport): DoctorReport {
    const snapshot = content.snapshot();
    if (!options.config.wordpress || !snapshot || report.checkedAt === null) return report;
    const state = content.textCheck.state();
    const check = checkTextDifferences(state, wpAdminUrl(snapshot, options.config.wordpress), redirected);
    return {
      ...report,
      running: report.running || state.running !== null,
      checks: [...report.checks, check],
    };
  }

  return {
    report(maxAge = FRESH_MS) {
      if (!running && (last.checkedAt === null || now() - last.checkedAt > maxAge)) {
        running = true;
        run()
          .catch((error: unknown) => log.error({ event: 'doctor-failed', err: error }))
          .finally(() => {
            running = false;
          });
      }
      return withTexts({ running, ...last });
    },
  };
}

/** Returns the URL of wp-admin without a trailing slash. WordPress may be installed in a subfolder of its site. */
export function wpAdminUrl(
  { site }: Pick<Snapshot, 'site'>,
  wordpress: Pick<WordPressConfig, 'url'>,
): string {
  return `${(site?.url || parseWordPressUrls(wordpress.url).home).replace(/\/+$/, '')}/wp-admin`;
}
