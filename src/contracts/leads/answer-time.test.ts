import { expect, it } from 'vitest';
import { replyTimeText } from './answer-time.ts';

const site = { name: 'Site', description: 'Homes', timeZone: 'America/Chicago' };
const hours = [{ days: 'Mon–Fri', weekdays: [1, 2, 3, 4, 5], opens: '08:00', closes: '20:00' }];

it.each([
  ['2026-11-10T15:02:00-06:00', 'The office is open, so expect my answer by about 3:12 PM Central Time.'],
  [
    '2026-11-10T06:30:00-06:00',
    'The office was closed when you wrote. I’ll get back to you from 8 AM today, Central Time.',
  ],
  [
    '2026-11-13T21:00:00-06:00',
    'The office was closed when you wrote. I’ll get back to you from 8 AM on Monday, Central Time.',
  ],
])('applies the office hours at %s', (sentAt, words) => {
  expect(replyTimeText({ hours, site }, Date.parse(sentAt), Date.parse(sentAt))).toBe(words);
});

it('names the time zone of the site', () => {
  const denver = { ...site, timeZone: 'America/Denver' };
  const sentAt = Date.parse('2026-11-10T15:02:00-06:00');
  expect(replyTimeText({ hours, site: denver }, sentAt, sentAt)).toBe(
    'The office is open, so expect my answer by about 2:12 PM Mountain Time.',
  );
});

it.each(['2026-11-11T00:01:00-06:00', '2026-11-17T21:00:00-06:00'])(
  'names the day of the week if it is read on another day: %s',
  (readAt) => {
    const sentAt = Date.parse('2026-11-10T21:00:00-06:00');
    expect(replyTimeText({ hours, site }, sentAt, Date.parse(readAt))).toBe(
      'The office was closed when you wrote. I’ll get back to you from 8 AM on Wednesday, Central Time.',
    );
  },
);

it('promises no time without office hours', () => {
  expect(replyTimeText({ hours: [], site }, 0, 0)).toBe('I’ll get back to you as soon as I can.');
});
