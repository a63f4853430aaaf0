import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { newMigratedDatabase } from './database-engines.ts';
import { openLive } from './live-client.ts';
import { leadBrowser } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn } from './sign-in.ts';

const SECRET = 'A secret that only tests share, of some length.';
const SKEWED_CLOCK = new URL('support/skewed-clock.ts', import.meta.url);
const TEN_MINUTES = 10 * 60_000;

let crm: CrmSandbox;
let right: RunningApp;
let ahead: Site;
beforeEach(async () => {
  crm = await startCrmSandbox();
  const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = crm.settings;
  const settings = {
    DATABASE_URL: await newMigratedDatabase(),
    SECRET_KEY: SECRET,
    HIGHLEVEL_API_BASE,
    GHL_API_KEY,
    GHL_LOCATION_ID,
  };
  right = await runApp(settings, undefined, { deliver: true });
  ahead = await startSite(
    { ...settings, CLOCK_AHEAD: String(TEN_MINUTES) },
    { nodeFlags: [`--import=${SKEWED_CLOCK.href}`] },
  );
});
afterEach(async () => {
  await ahead?.stop();
  await right?.stop();
  await crm?.stop();
});

async function leaveLead(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const { body } = await leadBrowser(right).post({ session: randomUUID(), email, tags: [] });
  return String(body['contactId']);
}

test('a server whose clock is ten minutes ahead does not take over deliveries that another one is sending', async () => {
  // Long enough for the other server to look for due deliveries several times.
  crm.faults.set({ delayMs: 4000, only: 'POST /contacts/', times: 1 });
  const id = await leaveLead();
  const events = () =>
    right.database.query
      .selectFrom('lead_events')
      .select(['kind', 'at'])
      .where('lead_id', '=', id)
      .orderBy('at')
      .execute();
  await expect.poll(async () => (await events()).map(({ kind }) => kind)).toContain('delivered');
  const lost = [
    ...right.events().map(({ event }) => event),
    ...ahead
      .log()
      .split('\n')
      .filter((line) => line.includes('delivery-')),
  ].filter((line) => String(line).includes('delivery-lease-lost'));
  expect(lost).toEqual([]);
  const created = crm.state.requests.filter(({ method, path }) => method === 'POST' && path === '/contacts/');
  expect(created).toHaveLength(1);
});

test('a server whose clock is ten minutes ahead shows the live events of the others', async () => {
  const operator = await signIn(right);
  const live = await openLive(ahead.url, operator.cookie);
  expect(live.status).toBe(200);
  const id = await leaveLead();
  const event = await live.next((each) => each.kind === 'lead' && each.leadId === id);
  expect(Math.abs(event.at - right.database.now())).toBeLessThan(TEN_MINUTES / 2);
  live.close();
});
