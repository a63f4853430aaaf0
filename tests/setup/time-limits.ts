const scale = Number(process.env['TEST_TIME_SCALE'] ?? 1);
if (!(scale > 0)) {
  throw new Error('TEST_TIME_SCALE is no positive number. Set it to 3, say, on a machine that is very slow.');
}

/** Multiplies a time limit in milliseconds by `TEST_TIME_SCALE`. The limits assume a machine with two cores. */
export function timeLimit(milliseconds: number): number {
  return milliseconds * scale;
}

/** Time limit for conditions in `expect.poll`, Playwright and Testing Library. */
export const CONDITION_LIMIT = timeLimit(60_000);
/**
 * Time limit for one test. It exceeds CONDITION_LIMIT, so an unmet condition fails first, with a message that names it.
 */
export const TEST_LIMIT = timeLimit(240_000);
/** Time limit for a hook that starts servers, a database and a browser. */
export const HOOK_LIMIT = timeLimit(180_000);
