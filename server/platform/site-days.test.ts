import { expect, it } from 'vitest';
import { lastDays, startOfDay, startOfNextYear, yearInTimeZone } from './site-days.ts';

const zone = 'America/Chicago';
const HOUR = 3_600_000;

it('counts days across a month, a leap day and the change of clocks without losing one', () => {
  expect(lastDays(3, Date.parse('2028-03-01T18:00:00Z'), zone)).toEqual([
    '2028-02-28',
    '2028-02-29',
    '2028-03-01',
  ]);
  const days = lastDays(90, Date.parse('2026-11-21T18:00:00Z'), zone);
  expect(new Set(days).size).toBe(90);
  expect(days.at(-1)).toBe('2026-11-21');
  expect(days).toContain('2026-11-01');
});

it('starts a day at midnight in the time zone, even if the day has 23 or 25 hours', () => {
  const length = (day: string, next: string) => (startOfDay(next, zone) - startOfDay(day, zone)) / HOUR;
  expect(new Date(startOfDay('2026-01-10', zone)).toISOString()).toBe('2026-01-10T06:00:00.000Z');
  expect(length('2026-03-08', '2026-03-09')).toBe(23);
  expect(length('2026-11-01', '2026-11-02')).toBe(25);
  expect(new Date(startOfDay('2026-01-10', 'Asia/Kathmandu')).toISOString()).toBe('2026-01-09T18:15:00.000Z');
  expect(new Date(startOfDay('2026-01-10', 'Pacific/Kiritimati')).toISOString()).toBe(
    '2026-01-09T10:00:00.000Z',
  );
});

it('the year changes at midnight in the time zone', () => {
  const before = Date.parse('2027-01-01T05:59:59Z');
  expect(yearInTimeZone(before, zone)).toBe(2026);
  expect(startOfNextYear(before, zone)).toBe(before + 1_000);
  expect(yearInTimeZone(before + 1_000, zone)).toBe(2027);
});
