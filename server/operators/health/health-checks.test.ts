import { expect, it } from 'vitest';
import type { LeadsTarget } from '../../../src/contracts/operators/crm-calls.ts';
import type { DestinationName } from '../../database/schema/schema.ts';
import { readConfig } from '../../platform/config/config.ts';
import { runHealthChecks, type HealthFacts } from './health-checks.ts';

const now = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;

const well: HealthFacts = {
  config: readConfig({
    PUBLIC_URL: 'https://www.example.com',
    SMTP_URL: 'smtp://mail.example.com',
    AGENT_ALERT_TO: 'agent@example.com',
    MAIL_FROM: 'site@example.com',
    SECRET_KEY: 'a'.repeat(40),
  }),
  content: {
    source: 'wordpress',
    lastGoodAt: now - MINUTE,
    lastFault: null,
    isReader: true,
    ready: true,
    notices: [],
  },
  plugin: { id: 'plugin', label: 'Companion plugin', state: 'ok', detail: 'Version 0.4.0 is active.' },
  storage: null,
  cdn: null,
  crm: 'ready',
  leadsTo: { locationId: 'loc1', name: 'Des Moines', by: 'first', state: 'ready', until: null },
  locations: [],
  sample: false,
  operators: { all: 2, withoutSecondFactor: 0 },
  space: { pictureBytes: 0, freeBytes: 2 ** 40, host: null, cacheFault: null },
  deliveries: { waiting: 0, attention: 0, held: 0, oldestWaitingAt: null },
  quarantined: 0,
  circuits: [],
  now,
};

const circuit = (name: DestinationName, state: 'open' | 'refused' | 'closed') => ({
  name,
  state,
  failures: 5,
  failing_lead: null,
  open_until: now + 30_000,
  reason: 'It answered 503.',
  changed_at: now,
  alerted_at: null,
});

function check(id: string, change: Partial<HealthFacts>) {
  const found = runHealthChecks({ ...well, ...change }).find((each) => each.id === id);
  if (!found) throw new Error(`No check is called ${id}.`);
  return found;
}

it('reports every check as ok if nothing is wrong', () => {
  expect(runHealthChecks(well).filter(({ state }) => state !== 'ok')).toEqual([]);
});

it('names a plugin that is older or newer than the site, with the fix of the doctor', () => {
  const found = { label: 'Companion plugin', detail: 'Version 0.3.0 is too old.', fix: 'Update it.' };
  const plugin = (state: 'failed' | 'warning' | 'not checked') => ({
    plugin: { id: 'plugin', state, ...found },
  });
  expect(check('plugin', plugin('failed'))).toMatchObject({ state: 'fail', ...found });
  expect(check('plugin', plugin('warning')).state).toBe('warn');
  const ids = (change: Partial<HealthFacts>) => runHealthChecks({ ...well, ...change }).map(({ id }) => id);
  expect(ids(plugin('not checked'))).not.toContain('plugin');
  expect(ids({ plugin: null })).not.toContain('plugin');
});

const waiting = (minutes: number) => ({
  deliveries: { waiting: 3, attention: 0, held: 0, oldestWaitingAt: now - minutes * MINUTE },
});
const shared = { ...well.config, secretKey: null, databaseUrl: 'postgres://db/x' };

const mailsAgent = { ...well.config, mail: { ...well.config.mail, alertTo: [] } };
const broken = {
  id: 'loc1',
  location_name: 'Des Moines',
  state: 'reconnect' as const,
  reason: 'HighLevel refuses the refresh token.',
};
const sound = { ...broken, state: 'ready' as const, reason: null };
const ending: LeadsTarget = {
  locationId: 'loc1',
  name: 'Des Moines',
  by: 'first',
  state: 'reconnect',
  until: now + 300 * MINUTE,
};
const elsewhere: LeadsTarget = {
  ...ending,
  locationId: 'locX',
  name: null,
  by: 'setting',
  state: 'unconnected',
};

const cdnFailing = (forMs: number): Partial<HealthFacts> => ({
  cdn: { failingSince: well.now - forMs, lastFault: 'It answers 500.' },
});

const embedded = (notices: readonly string[]) => ({
  source: 'built-in' as const,
  lastGoodAt: null,
  lastFault: null,
  isReader: false,
  ready: true,
  notices,
});

it.each<[string, string, 'ok' | 'warn' | 'fail', Partial<HealthFacts>]>([
  ['no CRM', 'crm', 'fail', { crm: 'not-configured' }],
  ['refused by the CRM', 'crm', 'fail', { crm: 'reconnect-needed' }],
  ['refused, by the circuit', 'crm', 'fail', { circuits: [circuit('crm', 'refused')] }],
  ['another location must be connected again', 'crm', 'warn', { locations: [broken] }],
  ['access that runs out', 'crm', 'warn', { locations: [broken], leadsTo: ending }],
  [
    'a setting that names another location',
    'crm',
    'fail',
    { crm: 'not-configured', leadsTo: elsewhere, locations: [sound] },
  ],
  ['the CRM is down', 'crm', 'warn', { circuits: [circuit('crm', 'open')] }],
  ['the CRM is back', 'crm', 'ok', { circuits: [circuit('crm', 'closed')] }],
  ['on their way', 'deliveries', 'ok', waiting(2)],
  ['waiting long', 'deliveries', 'fail', waiting(16)],
  ['waiting for a CRM that is not there', 'deliveries', 'warn', { ...waiting(16), crm: 'not-configured' }],
  [
    'needing a decision',
    'deliveries',
    'fail',
    { deliveries: { waiting: 0, attention: 1, held: 0, oldestWaitingAt: null } },
  ],
  ['a CDN that is told', 'cdn', 'ok', { cdn: { failingSince: null, lastFault: null } }],
  ['a CDN that fails', 'cdn', 'warn', cdnFailing(10_000)],
  ['a CDN that fails for long', 'cdn', 'fail', cdnFailing(120_000)],
  ['suspicious leads', 'quarantine', 'warn', { quarantined: 1 }],
  ['no mail', 'mail', 'warn', { config: { ...well.config, mail: { ...well.config.mail, smtpUrl: null } } }],
  ['nobody to mail', 'mail', 'warn', { config: mailsAgent, sample: true }],
  ['the agent to mail', 'mail', 'ok', { config: mailsAgent }],
  ['mail refused', 'mail', 'fail', { circuits: [circuit('alert', 'open')] }],
  ['content of this site', 'content', 'ok', { content: embedded([]) }],
  ['a hidden page of this site', 'content', 'warn', { content: embedded(['A draft hides /buy.']) }],
  ['WordPress hiccups', 'content', 'warn', { content: { ...well.content, lastFault: 'It answered 500.' } }],
  [
    'WordPress is down',
    'content',
    'fail',
    { content: { ...well.content, lastGoodAt: now - 16 * MINUTE, lastFault: 'It answered 500.' } },
  ],
  [
    'a full disk',
    'database',
    'fail',
    { storage: { problem: 'full', code: 'SQLITE_13', since: now - MINUTE, failures: 150 } },
  ],
  ['a local key, a shared database', 'secret', 'fail', { config: shared }],
  ['a local key, a local database', 'secret', 'ok', { config: { ...shared, databaseUrl: null } }],
  ['no public address', 'address', 'warn', { config: { ...well.config, publicUrl: null } }],
  ['the sample identity', 'identity', 'warn', { sample: true }],
  ['passwords only', 'second-factor', 'warn', { operators: { all: 2, withoutSecondFactor: 1 } }],
])('%s: %s is %s', (_case, id, state, change) => {
  const found = check(id, change);
  expect(found.state).toBe(state);
  // Every check that is not ok has a fix.
  expect(found.fix !== undefined).toBe(state !== 'ok');
});

it('explains why a location must be connected again, and where leads go', () => {
  const { detail, link } = check('crm', { locations: [broken], leadsTo: ending });
  expect(link).toBe('/admin/ghl');
  expect(detail).toBe(
    'Des Moines must be connected again: HighLevel refuses the refresh token. Leads go to Des Moines for another 5 h; ' +
      'after that they are kept here until it is connected again.',
  );
  expect(check('crm', { crm: 'reconnect-needed', locations: [broken] }).detail).toContain(broken.reason);
});

it('names the setting that sends leads to a location which is not connected', () => {
  const { detail, fix } = check('crm', { crm: 'not-configured', leadsTo: elsewhere, locations: [sound] });
  expect(detail).toContain('Leads are set to go to locX (GHL_LOCATION_ID), which is not connected');
  expect(fix).toContain('GHL_LOCATION_ID');
  // If nothing is connected, that problem is reported instead.
  expect(check('crm', { crm: 'not-configured', leadsTo: elsewhere }).detail).toContain(
    'No CRM is connected.',
  );
});

it('lists the worst problems first', () => {
  const states = runHealthChecks({ ...well, quarantined: 2, crm: 'not-configured' }).map(
    ({ state }) => state,
  );
  expect(states.slice(0, 3)).toEqual(['fail', 'warn', 'ok']);
});

it('checks the workflow trigger only if one is configured', () => {
  expect(runHealthChecks(well).some(({ id }) => id === 'workflow')).toBe(false);
  const crm = { ...well.config.crm, inboundWebhookUrl: 'https://example.com/hook' };
  const config = { ...well.config, crm };
  expect(check('workflow', { config }).state).toBe('ok');
  expect(check('workflow', { config, circuits: [circuit('workflow', 'open')] }).detail).toContain('30 s');
});
