import { expect, test } from 'vitest';
import { createParallelLimit } from './parallel-limit.ts';

test('limits parallel tasks, queues others in order, and refuses the rest', async () => {
  const limited = createParallelLimit(2, 2, () => new Error('busy'));
  const log: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string) =>
    limited(async () => {
      log.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = ['a', 'b', 'c', 'd'].map(task);
  await expect(task('e')).rejects.toThrow('busy');
  expect(log).toEqual(['a', 'b']);
  ends[0]?.();
  await all[0];
  await Promise.resolve();
  expect(log).toEqual(['a', 'b', 'c']);
  for (let i = 1; i < 4; i += 1) {
    ends[i]?.();
    await all[i];
    await Promise.resolve();
  }
  await limited(async () => log.push('f'));
  expect(log).toEqual(['a', 'b', 'c', 'd', 'f']);
});
