import { expect, test } from 'vitest';
import { truncatedDescription } from './html-text.ts';

test('a description is cut at a word and is never longer than search engines show', () => {
  const text = 'word '.repeat(60).trim();
  expect(truncatedDescription(text).length).toBeLessThanOrEqual(160);
  expect(truncatedDescription(text)).toMatch(/word…$/);
  expect(truncatedDescription('short')).toBe('short');
  expect(truncatedDescription('a'.repeat(400))).toHaveLength(160);
});
