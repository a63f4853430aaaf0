import { expect, it } from 'vitest';
import { withTimeout } from './timeout.ts';

it('resolves to the value in time, and to "late" after the limit', async () => {
  await expect(withTimeout(Promise.resolve(7), 10_000)).resolves.toBe(7);
  await expect(withTimeout(new Promise(() => {}), 5)).resolves.toBe('late');
});

it('throws what the promise throws', async () => {
  await expect(withTimeout(Promise.reject(new Error('no')), 10_000)).rejects.toThrow('no');
});
