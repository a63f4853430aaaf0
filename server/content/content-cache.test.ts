import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { contentCache } from './content-cache.ts';
import { ContentFault } from './content-fault.ts';
import { CONTENT_TIMING } from './content-timing.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SECOND = 1_000;

function setUp(maxAge = 60 * SECOND) {
  const faults: unknown[] = [];
  const cache = contentCache<{ n: number }>({
    maxAge,
    timing: CONTENT_TIMING,
    now: Date.now,
    onGood: () => undefined,
    onFault: (_key, error) => faults.push(error),
  });
  let n = 0;
  const load = vi.fn(async () => ({ n: (n += 1) }));
  return { cache, load, faults, read: (key = 'a') => cache.read(key, load) };
}

/** A load that answers when it is told to. */
function held() {
  let finish: (value: { n: number }) => void = () => undefined;
  let fail: (error: Error) => void = () => undefined;
  const load = vi.fn(
    () =>
      new Promise<{ n: number }>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      }),
  );
  return { load, finish: (n: number) => finish({ n }), fail: (error: Error) => fail(error) };
}

describe('age', () => {
  test('concurrent readers share one read', async () => {
    const { read, load } = setUp();
    const [a, b] = await Promise.all([read(), read()]);
    expect(a?.value).toBe(b?.value);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('fresh for half of the age, then renewed behind the reader’s back', async () => {
    const { read, load } = setUp();
    await read();
    vi.advanceTimersByTime(29 * SECOND);
    await read();
    expect(load).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(2 * SECOND);
    expect((await read())?.value).toEqual({ n: 1 });
    expect(load).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(0);
    expect((await read())?.value).toEqual({ n: 2 });
  });

  test('from the full age on the reader waits for the new copy', async () => {
    const { read } = setUp();
    await read();
    vi.advanceTimersByTime(60 * SECOND);
    expect((await read())?.value).toEqual({ n: 2 });
  });

  test('age 0 asks every time', async () => {
    const { read } = setUp(0);
    expect([(await read())?.value.n, (await read())?.value.n, (await read())?.value.n]).toEqual([1, 2, 3]);
  });
});

describe('waiting', () => {
  test('a cold reader waits a second and a half, then goes without; the read goes on', async () => {
    const { cache } = setUp();
    const { load, finish } = held();
    const first = cache.read('a', load);
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await first).toBeNull();
    finish(7);
    await vi.advanceTimersByTimeAsync(0);
    expect((await cache.read('a', load))?.value).toEqual({ n: 7 });
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('a reader with a last good copy waits a second for the new one', async () => {
    const { cache, read } = setUp();
    await read();
    vi.advanceTimersByTime(61 * SECOND);
    const waiting = cache.read('a', held().load);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await waiting)?.value).toEqual({ n: 1 });
  });
});

describe('failure', () => {
  test('the last good copy is served without waiting, the next try is held back and doubles', async () => {
    const { cache, read, faults } = setUp(0);
    await read();
    const failing = vi.fn(async () => {
      throw new Error('down');
    });
    expect((await cache.read('a', failing))?.value).toEqual({ n: 1 });
    for (const [wait, tries] of [
      [999, 1],
      [1, 2],
      [1_999, 2],
      [1, 3],
      [3_999, 3],
      [1, 4],
    ] as const) {
      vi.advanceTimersByTime(wait);
      expect((await cache.read('a', failing))?.value).toEqual({ n: 1 });
      await vi.advanceTimersByTimeAsync(0);
      expect(failing).toHaveBeenCalledTimes(tries);
    }
    expect(faults).toHaveLength(4);
  });

  test('after a failure nobody waits for the next try', async () => {
    const { cache, read } = setUp(0);
    await read();
    await cache.read('a', () => Promise.reject(new Error('down')));
    vi.advanceTimersByTime(SECOND);
    const { load } = held();
    // No time passes here: a reader that waited would never answer.
    expect((await cache.read('a', load))?.value).toEqual({ n: 1 });
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('the next good answer is used again', async () => {
    const { cache, read } = setUp(0);
    await read();
    await cache.read('a', () => Promise.reject(new Error('down')));
    vi.advanceTimersByTime(SECOND);
    await read();
    expect((await read())?.value.n).toBeGreaterThan(1);
  });

  test('Retry-After is respected, up to five minutes', async () => {
    const { cache, load } = setUp(0);
    const closed = () => Promise.reject(new ContentFault('closed', { status: 503, retryAfter: 3_600_000 }));
    expect(await cache.read('a', closed)).toBeNull();
    vi.advanceTimersByTime(299 * SECOND);
    expect(await cache.read('a', load)).toBeNull();
    vi.advanceTimersByTime(SECOND);
    expect((await cache.read('a', load))?.value).toEqual({ n: 1 });
  });

  test('a load that throws at once is a failure too', async () => {
    const { cache, faults } = setUp();
    const thrown = await cache.read('a', () => {
      throw new Error('broken');
    });
    expect(thrown).toBeNull();
    expect(faults).toHaveLength(1);
  });
});

test('what has not changed keeps its identity', async () => {
  const { cache } = setUp(0);
  const load = async () => ({ n: 1 });
  expect((await cache.read('a', load))?.value).toBe((await cache.read('a', load))?.value);
});

test('unknown keys cannot fill memory, nor drive out what is used', async () => {
  const { cache, read, load } = setUp();
  await read('home');
  for (let i = 0; i < 1_200; i += 1) {
    await cache.read(`x${i}`, load);
    if (i % 100 === 0) await read('home');
  }
  const asked = load.mock.calls.length;
  await read('home');
  expect(load.mock.calls.length).toBe(asked);
  await cache.read('x0', load);
  expect(load.mock.calls.length).toBe(asked + 1);
});
