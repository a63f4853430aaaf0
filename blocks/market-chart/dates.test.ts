import { describe, expect, it } from 'vitest';
import { formatDate, isStale, formatMonth } from './dates.ts';

describe('dates of figures', () => {
  it.each([
    ['2026-10-31', 'October 31, 2026'],
    ['2026-10-05', 'October 5, 2026'],
    ['2026-10', 'October 2026'],
    ['third quarter of 2026', 'third quarter of 2026'],
    ['2026-13', '2026-13'],
    ['2026-13-05', '2026-13-05'],
    ['2026-10-32', '2026-10-32'],
    ['2026-10-00', '2026-10-00'],
  ])('%s is shown as %s', (date, words) => {
    expect(formatDate(date)).toBe(words);
  });

  it('have a short format for the axis', () => {
    expect(formatMonth('2026-09', true)).toBe('Sep 2026');
  });

  it.each([
    ['2026-10-31', '2026-12-30', false],
    ['2026-10-31', '2027-01-01', true],
    ['2026-10', '2026-12-26', false],
    ['2026-10', '2027-01-01', true],
    ['last year', '2030-01-01', false],
  ])('of %s, with a shelf life of 60 days, are outdated on %s: %s', (date, now, stale) => {
    expect(isStale(date, 60, Date.parse(now))).toBe(stale);
  });
});
