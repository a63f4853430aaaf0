import { describe, expect, it } from 'vitest';
import { dayInTimeZone } from '../../src/builder/time-zones.ts';
import { lastDays } from '../../server/platform/site-days.ts';
import { stepErrors, stepCount } from '../../src/contracts/forms/all-forms.ts';
import { formIds } from '../../src/contracts/leads/lead-request.ts';
import { DEMO_DAYS, inventLeads } from './invented-leads.ts';
import { inventVisits } from './invented-visits.ts';

const timeZone = 'America/Chicago';
const invent = (now: number) => inventLeads({ now, timeZone, consentVersion: 'v1' });

// An afternoon, a minute past midnight, and the days on which the clocks change.
const times = [
  '2026-11-26T21:00:00Z',
  '2026-11-27T06:01:00Z',
  '2026-03-08T18:00:00Z',
  '2026-11-01T18:00:00Z',
].map((time) => Date.parse(time));

describe.each(times)('at %s', (now) => {
  const leads = invent(now);

  it('there are forty leads, of all forms, in order', () => {
    expect(leads).toHaveLength(40);
    expect(new Set(leads.map(({ form }) => form))).toEqual(new Set(formIds));
    const at = leads.map((lead) => lead.at);
    expect(at).toEqual(at.toSorted((one, other) => one - other));
  });

  it('they are spread over 56 days up to now', () => {
    const days = lastDays(DEMO_DAYS, now, timeZone);
    expect(days).toHaveLength(56);
    expect(dayInTimeZone(leads[0]?.at ?? 0, timeZone)).toBe(days[0]);
    expect(leads.every(({ at }) => at < now && days.includes(dayInTimeZone(at, timeZone)))).toBe(true);
    expect(leads.at(-1)?.at).toBeGreaterThan(now - 15 * 60_000);
    for (let week = 0; week < 8; week += 1) {
      const ofWeek = new Set(days.slice(week * 7, week * 7 + 7));
      expect(leads.filter(({ at }) => ofWeek.has(dayInTimeZone(at, timeZone))).length).toBeGreaterThan(1);
    }
  });

  it('pages with visits have more of them on weekdays, and the home page has the most', () => {
    const visits = inventVisits({ now, timeZone, leads });
    const sum = (rows: readonly { visits: number }[]) => rows.reduce((all, row) => all + row.visits, 0);
    const paths = new Set(visits.map(({ path }) => path));
    expect(new Set(visits.map(({ day }) => day)).size).toBe(DEMO_DAYS);
    expect(leads.every(({ page }) => paths.has(page))).toBe(true);
    const isWeekend = ({ day }: { day: string }) => [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
    const [weekend, week] = [visits.filter(isWeekend), visits.filter((row) => !isWeekend(row))];
    expect(sum(week) / 5).toBeGreaterThan(sum(weekend) / 2);
    for (const path of paths) {
      const ofPage = visits.filter((row) => row.path === path);
      expect(ofPage.every((row) => row.visits > 0)).toBe(true);
      if (path !== '/') expect(sum(ofPage)).toBeLessThan(sum(visits.filter((row) => row.path === '/')) / 2);
    }
  });
});

const leads = invent(times[0] ?? 0);

it('nobody real can be reached', () => {
  const emails = leads.flatMap(({ values }) => values['email'] ?? []);
  expect(emails.length).toBeGreaterThan(20);
  expect(emails.filter((email) => !email.endsWith('@example.com'))).toEqual([]);
  const phones = leads.flatMap(({ values }) => values['phone'] ?? []);
  expect(phones.length).toBeGreaterThan(15);
  expect(phones.filter((phone) => !/^\(515\) 555-01\d\d$/.test(phone))).toEqual([]);
  expect(leads.filter(({ ip }) => !ip.startsWith('203.0.113.'))).toEqual([]);
  expect(JSON.stringify(leads).match(/@(?!example\.com)[\w.]+/g)).toBeNull();
});

it('the forms accept what the visitors typed', () => {
  for (const { form, values, leaves, name } of leads) {
    for (let step = 1; step <= (leaves ? 1 : stepCount(form)); step += 1) {
      expect(stepErrors(form, step, values), `${name}, step ${step}`).toEqual({});
    }
  }
});

it('they are in every state', () => {
  const count = (special: string) => leads.filter((lead) => lead.special === special).length;
  expect({ honeypot: count('honeypot'), fast: count('too-fast') }).toEqual({ honeypot: 2, fast: 1 });
  expect({ rejects: count('crm-rejects'), down: count('crm-down') }).toEqual({ rejects: 1, down: 3 });
  expect(new Set(leads.map(({ stage }) => stage))).toEqual(new Set(['called', 'met', 'closed', undefined]));
  const reminders = leads.flatMap(({ reminder }) => reminder?.[0] ?? []);
  expect(reminders.filter((days) => days === 0)).toHaveLength(3);
  expect(reminders.some((days) => days < 0) && reminders.some((days) => days > 0)).toBe(true);
});

it('the same leads come at every start', () => {
  const moved = invent((times[0] ?? 0) + 14 * 24 * 60 * 60_000);
  expect(moved.map(({ name, values, userAgent }) => ({ name, values, userAgent }))).toEqual(
    leads.map(({ name, values, userAgent }) => ({ name, values, userAgent })),
  );
});
