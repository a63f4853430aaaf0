import { expect, test } from 'vitest';
import { CrmError } from './crm-error.ts';
import { createRatePacer } from './rate-pacer.ts';

const { signal } = new AbortController();
const limits = (values: Record<string, string | number>) =>
  new Headers(Object.entries(values).map(([name, value]) => [`X-RateLimit-${name}`, String(value)]));

/** Waits until the pacer allows the next call. Returns the milliseconds since `start`. */
async function waitFor(
  pacer: ReturnType<typeof createRatePacer>,
  start = performance.now(),
): Promise<number> {
  await pacer.turn(signal);
  return performance.now() - start;
}

test('with no calls left, the next call waits for the interval from the headers', async () => {
  const pacer = createRatePacer();
  await pacer.turn(signal);
  // Measured from before the interval begins, because on a busy machine part of it may pass before the next call.
  const start = performance.now();
  pacer.read(limits({ Max: 2, Remaining: 0, 'Interval-Milliseconds': 150 }), 200);
  expect(await waitFor(pacer, start)).toBeGreaterThanOrEqual(149);
  await pacer.turn(signal);
  // The second interval allowed two calls, so this call waits for the third.
  expect(await waitFor(pacer, start)).toBeGreaterThanOrEqual(298);
});

test('a late response does not raise the number of remaining calls', async () => {
  const pacer = createRatePacer();
  pacer.read(limits({ Max: 3, Remaining: 1, 'Interval-Milliseconds': 10_000 }), 200);
  pacer.read(limits({ Max: 3, Remaining: 2, 'Interval-Milliseconds': 10_000 }), 200);
  await pacer.turn(signal);
  const ended = new AbortController();
  const next = pacer.turn(ended.signal);
  ended.abort();
  await expect(next).rejects.toThrow('aborted');
});

test('after a 429 with Retry-After, the next call waits that long', async () => {
  const pacer = createRatePacer();
  const headers = limits({ Remaining: 5 });
  headers.set('Retry-After', '0.1');
  const start = performance.now();
  pacer.read(headers, 429);
  expect(await waitFor(pacer, start)).toBeGreaterThanOrEqual(99);
});

test('an exhausted daily limit throws instead of waiting', async () => {
  const pacer = createRatePacer();
  pacer.read(limits({ 'Daily-Remaining': 0, Remaining: 50 }), 200);
  const fault = await pacer.turn(signal).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(CrmError);
  expect(fault).toMatchObject({ kind: 'rate-limited' });
  expect(fault instanceof CrmError && fault.retryAfterMs).toBeGreaterThan(10 * 60_000);
});

test('header values that make no sense are ignored', async () => {
  const pacer = createRatePacer();
  pacer.read(limits({ Max: 'many', Remaining: -1, 'Interval-Milliseconds': '' }), 200);
  await expect(pacer.turn(signal)).resolves.toBeUndefined();
});

test('a proxy that asks for a day of patience closes the CRM for an hour', async () => {
  const pacer = createRatePacer();
  pacer.read(new Headers({ 'Retry-After': '86400' }), 429);
  await expect(pacer.turn(signal)).rejects.toMatchObject({
    kind: 'rate-limited',
    retryAfterMs: expect.closeTo(3_600_000, -4),
  });
});
