import { expect, test } from 'vitest';
import { shortened } from './page-head.ts';

test('a description is cut at a word and is never longer than search engines show', () => {
  const text = 'word '.repeat(60).trim();
  expect(shortened(text).length).toBeLessThanOrEqual(160);
  expect(shortened(text)).toMatch(/word…$/);
  expect(shortened('short')).toBe('short');
  expect(shortened('a'.repeat(400))).toHaveLength(160);
});
