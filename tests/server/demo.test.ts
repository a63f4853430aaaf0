import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type {
  LeadCounts,
  LeadListResponse,
  TodayData,
} from '../../src/contracts/operators/operator-leads.ts';
import type { SiteOverview } from '../../src/contracts/operators/site-calls.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';

const script = ['tests/demo/start.ts'];
/** Settings that the demonstration must ignore. */
const REAL = {
  WORDPRESS_API_URL: 'https://wordpress.invalid',
  HIGHLEVEL_API_BASE: 'https://crm.invalid',
  SMTP_URL: 'smtps://user:password@mail.invalid',
  DATABASE_URL: 'postgres://user@database.invalid/leads',
  PUBLIC_URL: 'https://www.example.com',
};

let temporary: string;
let demo: Site;
beforeAll(async () => {
  temporary = await mkdtemp(path.join(tmpdir(), 'lintel-demo-test-'));
  demo = await startSite({ ...REAL, TMPDIR: temporary }, { script });
});
afterAll(async () => {
  await demo.stop();
  await rm(temporary, { recursive: true, force: true });
});

const printed = (label: string) => new RegExp(`^${label}\\s+(\\S+)$`, 'm').exec(demo.log())?.[1] ?? '';

/** Opens a link and returns the cookie of the session. */
async function open(link: string): Promise<string> {
  const answer = await fetch(link, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/admin']);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

it('the printed link signs in, as often as it is opened, and no other does', async () => {
  const link = printed('Sign in');
  expect(link).toMatch(new RegExp(`^${demo.url}/demo/sign-in/[\\w-]{43}$`));
  for (const cookie of [await open(link), await open(link)]) {
    expect((await fetch(`${demo.url}/api/admin/today`, { headers: { cookie } })).status).toBe(200);
  }
  const wrong = await fetch(`${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`, { redirect: 'manual' });
  expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([404, []]);
  expect((await fetch(`${demo.url}/api/admin/today`)).status).toBe(401);
});

it('the screens show leads in every state, reminders and visits', async () => {
  const headers = { cookie: await open(printed('Sign in')) };
  const read = async <Answer>(at: string): Promise<Answer> =>
    (await fetch(`${demo.url}/api/admin/${at}`, { headers })).json();

  const leads = await read<LeadListResponse>('leads');
  expect(leads.total).toBe(40);
  const known = await read<LeadCounts>('leads/counts');
  expect(known.forms).toHaveLength(4);
  expect(known.counts).toMatchObject({ quarantined: 3, attention: 1 });
  const failed = await read<LeadListResponse>('leads?delivery=attention');
  const story = await read<{ deliveries: { lastError: string | null }[] }>(`leads/${failed.rows[0]?.id}`);
  expect(story.deliveries.some(({ lastError }) => lastError?.includes('422'))).toBe(true);
  expect((await read<LeadListResponse>('leads?delivery=waiting')).total).toBe(3);
  expect((await read<LeadListResponse>('leads?delivery=delivered')).total).toBe(33);

  const today = await read<TodayData>('today');
  // Not those of `today.day`: the day may have changed since the demo started.
  const perDay = Map.groupBy(today.reminders, ({ day }) => day);
  expect(Math.max(...[...perDay.values()].map(({ length }) => length))).toBe(3);
  const { pages, checks, timeToCrm, vitals } = await read<SiteOverview>('overview?days=90');
  expect(pages[0]?.path).toBe('/');
  expect(pages.reduce((sum, { visits }) => sum + visits, 0)).toBeGreaterThan(4000);
  expect(pages.reduce((sum, page) => sum + page.leads, 0)).toBe(37);
  expect(timeToCrm?.count).toBe(33);
  const measured = vitals.filter(({ metric }) => metric === 'LCP');
  expect(measured.reduce((sum, vital) => sum + vital.measured, 0)).toBeGreaterThan(400);
  // None of the given settings counts.
  expect(checks.find(({ id }) => id === 'crm')?.state).toBe('ok');
  expect(checks.find(({ id }) => id === 'content')?.detail).toBe('Edited on this site.');
  expect(checks.find(({ id }) => id === 'mail')?.state).toBe('warn');
});

it('the CRM sandbox has the delivered leads as contacts', async () => {
  const page = await (await fetch(printed('CRM sandbox'))).text();
  // The same person wrote twice.
  expect(page).toContain('Contacts (32)');
  expect(page).toContain('tomas.rivers@example.com');
  expect(page).toContain('Every request and answer was as the official files say.');
});

it('everything is in a temporary folder, which is removed at the end', async () => {
  const own = await mkdtemp(path.join(tmpdir(), 'lintel-demo-end-'));
  const other = await startSite({ TMPDIR: own }, { script });
  const folder = /^Data\s+(\S+)$/m.exec(other.log())?.[1] ?? '';
  expect(path.dirname(folder)).toBe(own);
  expect(existsSync(path.join(folder, 'lintel.sqlite'))).toBe(true);
  await other.stop();
  expect(await readdir(own)).toEqual([]);
  await rm(own, { recursive: true });
});

it.each([
  [
    'NODE_ENV=production',
    () => ({ NODE_ENV: 'production' }),
    /^The demonstration does not run with NODE_ENV=production/,
  ],
  [
    'a port that is taken',
    () => ({ PORT: new URL(demo.url).port }),
    /^Port \d+ is taken\. Stop what uses it, or set PORT/,
  ],
])('%s is refused in one line, and leaves nothing behind', async (_, settings, fault) => {
  const own = await mkdtemp(path.join(tmpdir(), 'lintel-demo-refused-'));
  const output = await startSite({ ...settings(), TMPDIR: own }, { script }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(output).toContain('exit code 1');
  expect(output.trim().split('\n').slice(1)).toEqual([expect.stringMatching(fault)]);
  expect(await readdir(own)).toEqual([]);
  await rm(own, { recursive: true });
});
