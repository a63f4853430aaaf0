import type { Logger } from 'pino';

/**
 * Starts work that nobody waits for. If it throws or rejects, the error is logged as `event`: an unhandled rejection
 * would end the process.
 */
export function runInBackground(
  log: Pick<Logger, 'error'>,
  event: string,
  work: () => Promise<unknown> | undefined,
): void {
  const started = async () => {
    await work();
  };
  started().catch((error: unknown) => log.error({ event, err: error }));
}
