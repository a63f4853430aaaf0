import { expect, it } from 'vitest';
import { serverQueryString } from './server-parameters.ts';

it('keeps the first value of each plain name, sorted, without tool inputs or tracking', () => {
  expect(serverQueryString('?q=a%26b&page=2&mc_price=1&utm_source=x&layout=content&q=second')).toBe(
    'page=2&q=a%26b',
  );
  expect(serverQueryString('')).toBe('');
});

it('limits the number of parameters', () => {
  const search = Array.from({ length: 20 }, (_, i) => `${'abcdefghijklmnopqrst'[i]}=1`).join('&');
  expect(new URLSearchParams(serverQueryString(search)).size).toBe(8);
});
