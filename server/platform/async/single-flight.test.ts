import { expect, test } from 'vitest';
import { freshSingleFlight, loadOnce, singleFlight } from './single-flight.ts';

/** Creates a task whose runs end when the test says so. */
function heldTask() {
  const runs: { resolve: (value: string) => void; reject: (error: Error) => void; keys: string[] }[] = [];
  const task = (...keys: string[]) =>
    new Promise<string>((resolve, reject) => {
      runs.push({ resolve, reject, keys });
    });
  return { runs, task };
}

test('concurrent calls share a run by key, and neither the result nor an error is kept', async () => {
  const { runs, task } = heldTask();
  const share = singleFlight(task, (key = '') => key);
  const calls = [share('a'), share('a'), share('b')];
  expect(runs).toHaveLength(2);
  runs[0]?.reject(new Error('broken'));
  runs[1]?.resolve('b');
  const ended = await Promise.allSettled(calls);
  expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  const again = share('a');
  runs[2]?.resolve('second');
  expect(await again).toBe('second');
  expect(runs).toHaveLength(3);
});

test('a task that throws before it returns a promise is not kept either', async () => {
  let isBroken = true;
  const share = singleFlight(() => {
    if (isBroken) throw new Error('broken');
    return Promise.resolve('whole');
  });
  await expect(share()).rejects.toThrow('broken');
  isBroken = false;
  expect(await share()).toBe('whole');
  await share.settled();
});

test('a call during a run gets the next run, also after one that fails', async () => {
  const { runs, task } = heldTask();
  const read = freshSingleFlight(() => task());
  const first = read();
  const during = [read(), read()];
  expect(runs).toHaveLength(1);
  runs[0]?.reject(new Error('broken'));
  await expect(first).rejects.toThrow('broken');
  await expect.poll(() => runs).toHaveLength(2);
  runs[1]?.reject(new Error('broken again'));
  for (const call of during) await expect(call).rejects.toThrow('broken again');
  const after = read();
  runs[2]?.resolve('whole');
  expect(await after).toBe('whole');
  await read.settled();
  expect(runs).toHaveLength(3);
});

test('what is loaded once is kept, unless loading failed', async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error('broken');
    return loads;
  });
  await expect(load()).rejects.toThrow('broken');
  expect(await Promise.all([load(), load()])).toEqual([2, 2]);
  expect(await load()).toBe(2);
});
