import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RequestError } from '../../request.ts';
import { SAVE_RETRY_DELAYS_MS, withSaveRetries, type PendingSaveRetry } from './use-save-page.ts';

const down = new RequestError(503, '{"error":"WordPress does not answer."}', '');
let waits: (PendingSaveRetry | null)[];
const onWait = (waiting: PendingSaveRetry | null) => void waits.push(waiting);

beforeEach(() => {
  waits = [];
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('retries with increasing pauses until it succeeds', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValueOnce(down);
  work.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue('stored');
  const result = withSaveRetries(work, { onWait });
  await vi.advanceTimersByTimeAsync(SAVE_RETRY_DELAYS_MS[0] ?? 0);
  await vi.advanceTimersByTimeAsync((SAVE_RETRY_DELAYS_MS[1] ?? 0) - 1);
  expect(work).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBe('stored');
  expect(waits.map((each) => each?.seconds)).toEqual([2, undefined, 5, undefined]);
});

it('retries immediately or stops on request', async () => {
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(down);
  const result = withSaveRetries(work, { onWait }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  waits[0]?.now();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
  waits.at(-1)?.stop();
  expect(await result).toBe(down);
});

it('does not retry after a refusal', async () => {
  const refused = new RequestError(422, '{}', '');
  const work = vi.fn<() => Promise<string>>().mockRejectedValue(refused);
  await expect(withSaveRetries(work, { onWait })).rejects.toBe(refused);
  expect(waits).toEqual([]);
});
