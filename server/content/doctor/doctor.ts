import type { Logger } from 'pino';
import type { DoctorCheck, DoctorReport } from '../../../src/contracts/operators/doctor.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Content } from '../content.ts';
import { runDoctor } from './run-doctor.ts';

/** Runs the checks of WordPress in the background and keeps the latest results. */
export interface Doctor {
  /**
   * Returns the latest results immediately, and starts a new run if they are older than `maxAge` milliseconds, by default
   * ten seconds.
   */
  report(maxAge?: number): DoctorReport;
}

/** Milliseconds during which results count as current. Each run makes about ten requests to WordPress. */
const FRESH_MS = 10_000;

/**
 * Creates the doctor of a running server. Callers never wait for a run: while the companion plugin waits for a
 * response, a small WordPress that handles one request at a time cannot answer the checks.
 */
export function createDoctor(options: {
  config: Config;
  content: Pick<Content, 'blocks' | 'builtIn' | 'snapshot' | 'health'>;
  log: Logger;
  fetch?: typeof fetch;
  /** Runs the checks of what is not content. */
  moreChecks?: () => Promise<readonly DoctorCheck[]>;
  /** Epoch milliseconds. */
  now?: () => number;
}): Doctor {
  const { content, log, now = Date.now, moreChecks = async () => [], ...others } = options;
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
    last = { checkedAt: now(), checks: [...checks, ...(await moreChecks())] };
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
      return { running, ...last };
    },
  };
}
