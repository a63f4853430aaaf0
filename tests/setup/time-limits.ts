const scale = Number(process.env['TEST_TIME_SCALE'] ?? 1);
if (!(scale > 0)) {
  throw new Error('TEST_TIME_SCALE is no positive number. Set it to 3, say, on a machine that is very slow.');
}

/** Scales a time limit in milliseconds, chosen for a machine with two cores, by `TEST_TIME_SCALE`. */
export function timeLimit(milliseconds: number): number {
  return milliseconds * scale;
}

/** Time limit for a condition to come true, in `expect.poll`, in Playwright and in Testing Library. */
export const CONDITION_LIMIT = timeLimit(60_000);
/** Time limit for one test. A condition that never comes true fails earlier, with a message that names it. */
export const TEST_LIMIT = timeLimit(240_000);
/** Time limit for a hook that starts servers, a database and a browser. */
export const HOOK_LIMIT = timeLimit(180_000);
