import { expect, test } from 'vitest';
import { randomId } from './random-id.ts';

test('ids are 128 bits in base64url, and no two of many are the same', () => {
  const ids = Array.from({ length: 5000 }, () => randomId());
  expect(ids.every((id) => /^[\w-]{21}[AQgw]$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(5000);
  expect(ids).not.toContain('AAAAAAAAAAAAAAAAAAAAAA');
});
