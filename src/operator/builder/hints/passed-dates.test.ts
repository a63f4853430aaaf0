import { expect, it } from 'vitest';
import { passedDates } from './passed-dates.ts';

// A Friday.
const TODAY = '2026-11-27';

it.each([
  ['Open house on May 3, 2026, from 1 to 3 pm.', ['May 3, 2026']],
  ['Join us on Sunday, November 22!', ['Sunday, November 22']],
  ['The offer ends 10/31/2026.', ['10/31/2026']],
  ['Register by 2026-11-26.', ['2026-11-26']],
  ['Come by on Nov. 20–22, 2026.', ['Nov. 20–22, 2026']],
  ['Sat, Sept 5th 2026', ['Sat, Sept 5th 2026']],
  ['Visit us on June 1, 2025. Visit us on June 1, 2025.', ['June 1, 2025']],
])('finds what has passed in “%s”', (text, found) => {
  expect(passedDates(text, TODAY)).toEqual(found);
});

it.each([
  ['a day to come', 'Open house on May 3, 2027, from 1 to 3 pm.'],
  ['today', 'Open house today, November 27, 2026, at 1 pm.'],
  ['the last of several days', 'Come by on Nov. 26–28, 2026.'],
  ['the date of figures', 'Median price as of October 31, 2026.'],
  ['a report', 'We sold it on May 3, 2026, at the open house.'],
  ['a plain date', 'October 24, 2026'],
  ['a day without a year or weekday', 'Open house on May 3.'],
  ['a weekday of another year', 'Join us on Monday, May 3.'],
  ['a month', 'Offers until October 2026.'],
  ['no such day', 'Join us on February 30, 2026.'],
  ['a part of a number', 'Come to lot 12-2026-05-03-7.'],
  ['words that start like months', 'You may come, by the 3 doors.'],
])('says nothing about %s', (_what, text) => {
  expect(passedDates(text, TODAY)).toEqual([]);
});
