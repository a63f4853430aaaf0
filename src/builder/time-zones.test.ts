import { expect, it } from 'vitest';
import { dayInTimeZone } from './time-zones.ts';

it('knows the day in a time zone, with standard and with daylight saving time', () => {
  expect(dayInTimeZone(Date.parse('2026-03-02T05:59:59Z'), 'America/Chicago')).toBe('2026-03-01');
  expect(dayInTimeZone(Date.parse('2026-03-02T06:00:00Z'), 'America/Chicago')).toBe('2026-03-02');
  expect(dayInTimeZone(Date.parse('2026-07-02T05:00:00Z'), 'America/Chicago')).toBe('2026-07-02');
  const now = Date.parse('2026-11-28T03:00:00Z');
  expect(dayInTimeZone(now, 'America/Chicago')).toBe('2026-11-27');
  expect(dayInTimeZone(now, 'Europe/Berlin')).toBe('2026-11-28');
});
