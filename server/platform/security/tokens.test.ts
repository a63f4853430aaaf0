import { expect, test } from 'vitest';
import { randomId, newRowId } from './tokens.ts';

test('ids are 128 bits in base64url, and no two of many are the same', () => {
  const ids = Array.from({ length: 5000 }, () => randomId());
  expect(ids.every((id) => /^[\w-]{21}[AQgw]$/.test(id))).toBe(true);
  expect(new Set(ids).size).toBe(5000);
  expect(ids).not.toContain('AAAAAAAAAAAAAAAAAAAAAA');
});

test('row ids sort by time and are just as hard to guess', () => {
  const times = [0, 35, 36, 1_763_700_000_000, 1_763_700_000_001, 4_102_444_800_000];
  const ids = times.map((time) => newRowId(time));
  expect(ids.toSorted()).toEqual(ids);
  expect(ids.every((id) => /^[0-9a-z]{9}[\w-]{21}[AQgw]$/.test(id))).toBe(true);
  expect(newRowId(0)).not.toBe(newRowId(0));
});
