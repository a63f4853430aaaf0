import { expect, it } from 'vitest';
import { withTimeLimit } from './time-limit.ts';

it('resolves to the value in time, and to "late" after the limit', async () => {
  await expect(withTimeLimit(Promise.resolve(7), 10_000)).resolves.toBe(7);
  await expect(withTimeLimit(new Promise(() => {}), 5)).resolves.toBe('late');
});

it('throws what the promise throws', async () => {
  await expect(withTimeLimit(Promise.reject(new Error('no')), 10_000)).rejects.toThrow('no');
});
