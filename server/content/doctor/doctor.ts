import type { Logger } from 'pino';
import type { DoctorReport } from '../../../src/contracts/doctor.ts';
import type { Config } from '../../platform/config.ts';
import type { Content } from '../content.ts';
import { runDoctor } from './run-doctor.ts';

/** Runs the checks of WordPress in the background, and keeps their last results. */
export interface Doctor {
  /** Returns the last results at once, and starts a new run if they are older than some seconds. */
  report(): DoctorReport;
}

/** Milliseconds during which results are not renewed: each run is some ten requests to WordPress. */
const FRESH = 10_000;

/**
 * Creates the doctor of a running server. It never makes its caller wait: the companion plugin asks for the results
 * while a small WordPress answers one request at a time, and the checks ask the same WordPress.
 */
export function createDoctor(options: {
  config: Config;
  content: Pick<Content, 'blocks' | 'builtIn' | 'snapshot' | 'health'>;
  log: Logger;
  fetch?: typeof fetch;
  /** Epoch milliseconds. */
  now?: () => number;
}): Doctor {
  const { content, log, now = Date.now, ...others } = options;
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
        // Pages that hide others have a check of their own.
        notices: notices.filter((text) => ![...hiding].some((path) => text.includes(` hides ${path}.`))),
      },
    });
    last = { checkedAt: now(), checks };
  }

  return {
    report() {
      if (!running && (last.checkedAt === null || now() - last.checkedAt > FRESH)) {
        running = true;
        void run()
          .catch((error: unknown) => log.error({ event: 'doctor-failed', err: error }))
          .finally(() => {
            running = false;
          });
      }
      return { running, ...last };
    },
  };
}
