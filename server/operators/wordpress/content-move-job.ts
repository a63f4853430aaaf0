import type { Logger } from 'pino';
import type { ContentMoveState } from '../../../src/contracts/operators/wordpress-connection-calls.ts';
import { prepareImport } from '../../content/moving/move-content.ts';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import type { Config, WordPressConfig } from '../../platform/config/config.ts';

/**
 * The move of the site's content to WordPress. It runs in the background, and continues if the content source
 * changes.
 */
export interface ContentMoveJob {
  /** Starts a move, unless one runs. `onDone` is called after everything was moved. */
  start(wordpress: WordPressConfig, onDone: () => Promise<void>): void;
  /** Interrupts the move after its current step. The next move continues from there. */
  stop(): void;
  isRunning(): boolean;
  /** Returns the state of the current or last move; null if there was none. */
  state(): ContentMoveState | null;
}

interface Options {
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'imageOrigins'>;
  log: Logger;
}

/** Creates the job. Only one move runs at a time. */
export function createContentMoveJob({ config, log }: Options): ContentMoveJob {
  let state: ContentMoveState | null = null;
  let running: AbortController | null = null;
  const set = (changed: Partial<ContentMoveState>) => {
    if (state) state = { ...state, ...changed };
  };

  async function run(
    wordpress: WordPressConfig,
    signal: AbortSignal,
    onDone: () => Promise<void>,
  ): Promise<void> {
    const move = await prepareImport({ config, wordpress, from: null });
    try {
      const { actions, refused, kept, demos } = move.plan;
      set({
        notes: [
          ...move.notes,
          ...refused,
          ...kept.map((text) => `${text} It stays.`),
          ...demos.map((path) => `${path} is a demonstration page, so it is not moved.`),
        ],
      });
      if (refused.length > 0) throw new Error(REFUSED);
      set({ state: 'writing', total: actions.length });
      const warnings = await move.run((done, total, step) => set({ done, total, step }), signal);
      set({ done: actions.length, notes: [...(state?.notes ?? []), ...warnings] });
      await onDone();
      set({ state: 'done', step: null });
    } finally {
      await move.close();
    }
  }

  return {
    start(wordpress, onDone) {
      if (running) return;
      const controller = new AbortController();
      running = controller;
      state = { state: 'reading', done: 0, total: 0, step: null, notes: [], fault: null };
      runInBackground(log, 'move-failed', () =>
        run(wordpress, controller.signal, onDone)
          .catch((error: unknown) => {
            if (controller.signal.aborted) return set({ state: 'stopped' });
            set({ state: 'failed', fault: error instanceof Error ? error.message : String(error) });
            log.warn({ event: 'move-failed', err: error });
          })
          .finally(() => (running = null)),
      );
    },
    stop: () => running?.abort(),
    isRunning: () => running !== null,
    state: () => state,
  };
}

const REFUSED =
  'The account of this connection may not do everything that is needed. Nothing was moved. Disconnect, then connect with an ' +
  'account that has the role Administrator.';
