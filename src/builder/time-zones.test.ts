import { expect, it } from 'vitest';
import { dayInZone } from './time-zones.ts';

it('knows the day in a time zone', () => {
  const now = Date.parse('2026-11-28T03:00:00Z');
  expect(dayInZone(now, 'America/Chicago')).toBe('2026-11-27');
  expect(dayInZone(now, 'Europe/Berlin')).toBe('2026-11-28');
});
