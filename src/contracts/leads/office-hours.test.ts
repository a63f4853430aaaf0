import { describe, expect, it } from 'vitest';
import { formatTimeOfDay, formatOpeningHours, officeState } from './office-hours.ts';

const hours = [
  { days: 'Mon–Fri', weekdays: [1, 2, 3, 4, 5], opens: '08:00', closes: '20:00' },
  { days: 'Sat', weekdays: [6], opens: '09:00', closes: '17:00' },
  { days: 'Sun', weekdays: [0], opens: '10:00', closes: '16:00' },
];
const at = (moment: string) => officeState(hours, 'America/Chicago', Date.parse(moment));

describe('officeState', () => {
  it('is open from the opening minute until just before the closing minute', () => {
    expect(at('2026-11-23T08:00:00-06:00')).toEqual({ open: true, until: '8 PM' });
    expect(at('2026-11-23T19:59:00-06:00')).toEqual({ open: true, until: '8 PM' });
    expect(at('2026-11-23T20:00:00-06:00')).toMatchObject({ open: false, from: '8 AM', day: 'tomorrow' });
  });

  it('returns the next opening time, today or tomorrow', () => {
    expect(at('2026-11-23T06:30:00-06:00')).toMatchObject({ open: false, from: '8 AM', day: 'today' });
    expect(at('2026-11-27T21:00:00-06:00')).toMatchObject({ open: false, from: '9 AM', day: 'tomorrow' });
  });

  it('returns the local time of the opening and the days until it', () => {
    expect(at('2026-11-23T06:30:00-06:00')).toMatchObject({ opens: '08:00', daysAhead: 0 });
    expect(at('2026-11-28T21:00:00-06:00')).toMatchObject({ opens: '10:00', daysAhead: 1 });
  });

  it('uses the office’s time zone, including daylight saving time', () => {
    expect(at('2026-07-01T12:59:00Z')).toMatchObject({ open: false });
    expect(at('2026-07-01T13:00:00Z')).toMatchObject({ open: true });
  });

  it('knows hours that pass midnight, and a day that does not end', () => {
    const late = [{ days: 'Fri', weekdays: [5], opens: '18:00', closes: '02:00' }];
    const state = (moment: string) => officeState(late, 'America/Chicago', Date.parse(moment));
    expect(state('2026-11-27T17:59:00-06:00')).toMatchObject({ open: false, from: '6 PM', day: 'today' });
    expect(state('2026-11-27T23:30:00-06:00')).toEqual({ open: true, until: '2 AM' });
    expect(state('2026-11-28T01:59:00-06:00')).toEqual({ open: true, until: '2 AM' });
    expect(state('2026-11-28T02:00:00-06:00')).toMatchObject({ open: false, from: '6 PM', day: 'on Friday' });
    const always = [{ days: 'Daily', weekdays: [0, 1, 2, 3, 4, 5, 6], opens: '00:00', closes: '00:00' }];
    expect(officeState(always, 'America/Chicago', 0)).toEqual({ open: true, until: '12 AM' });
  });

  it('skips days without hours, up to a whole week', () => {
    const mondays = [{ days: 'Mon', weekdays: [1], opens: '09:30', closes: '12:00' }];
    const state = (moment: string) => officeState(mondays, 'America/Chicago', Date.parse(moment));
    expect(state('2026-11-25T10:00:00-06:00')).toMatchObject({
      open: false,
      from: '9:30 AM',
      day: 'on Monday',
    });
    expect(state('2026-11-23T13:00:00-06:00')).toMatchObject({
      open: false,
      from: '9:30 AM',
      day: 'on Monday',
    });
  });
});

describe('words', () => {
  it('formats midnight, noon and half hours', () => {
    expect(['00:00', '12:00', '17:30'].map(formatTimeOfDay)).toEqual(['12 AM', '12 PM', '5:30 PM']);
    expect(formatOpeningHours({ opens: '08:00', closes: '20:00' })).toBe('8AM–8PM');
  });
});
