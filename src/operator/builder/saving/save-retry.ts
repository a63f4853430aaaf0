import { RequestError } from '../../request.ts';

/** Milliseconds before each retry; the last one applies to all further retries. */
export const RETRY_AFTER: readonly number[] = [2_000, 5_000, 10_000, 20_000, 30_000];

/** A save that is being retried. */
export interface Waiting {
  error: unknown;
  /** Seconds until the next attempt. */
  seconds: number;
  /** Retries immediately. */
  now: () => void;
  /** Gives up. The input stays on the screen. */
  stop: () => void;
}

interface Options {
  /** Called with the pending retry before each pause, and with null when the pause ends. */
  onWait: (waiting: Waiting | null) => void;
}

/** Whether the same save may succeed later, because the connection, the server or WordPress is down. */
export function isTemporary(error: unknown): boolean {
  return error instanceof RequestError
    ? [429, 502, 503, 504].includes(error.status)
    : error instanceof TypeError;
}

/**
 * Repeats `work` until it succeeds, the user stops it, or it fails with an error that is not temporary. Rejects with
 * the last error.
 */
export async function withRetries<Result>(
  work: () => Promise<Result>,
  { onWait }: Options,
  tries = 0,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isTemporary(error)) throw error;
    const pause = RETRY_AFTER[tries] ?? RETRY_AFTER.at(-1) ?? 0;
    const goesOn = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(true), pause);
      const end = (answer: boolean) => {
        clearTimeout(timer);
        resolve(answer);
      };
      onWait({ error, seconds: pause / 1_000, now: () => end(true), stop: () => end(false) });
    });
    onWait(null);
    if (!goesOn) throw error;
    return withRetries(work, { onWait }, tries + 1);
  }
}
