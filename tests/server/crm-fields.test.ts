import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type {
  MissingCrmFieldsResult,
  CreatedCrmFieldsResult,
} from '../../src/contracts/operators/crm-fields.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { connect, oauthSettings } from './oauth-journey.ts';
import { runCommand } from './run-command.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';

const checks = z.array(z.looseObject({ id: z.string() }));

let sandbox: CrmSandbox;
let app: RunningApp;
let client: OperatorClient;

beforeEach(async () => {
  sandbox = await startCrmSandbox({ customFields: ['message', 'topic'] });
});
afterEach(async () => {
  await app.stop();
  const { violations } = sandbox.state;
  await sandbox.stop();
  if (violations.length > 0) throw new Error(`Not as the CRM documents: ${JSON.stringify(violations)}`);
});

async function open(settings: Record<string, string>): Promise<void> {
  app = await runApp(settings);
  client = await signIn(app);
}
const read = async (): Promise<MissingCrmFieldsResult> =>
  (await client.fetch('/api/ghl/custom-fields')).json();
const create = async (): Promise<CreatedCrmFieldsResult> =>
  (await client.send('POST', '/api/ghl/custom-fields', {})).json();
const location = () => [...sandbox.state.locations.values()][0];
const audited = async () =>
  (await app.database.query.selectFrom('audit').selectAll().execute()).filter(
    ({ action }) => action === 'crm-fields-created',
  );

describe('with a private-integration token', () => {
  it('lists the values of leads without a field, and creates the fields', async () => {
    const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = sandbox.settings;
    await open({ HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID });
    const { missing, ...others } = await read();
    expect(others).toEqual({ locationId: GHL_LOCATION_ID, problem: null, needsReconnect: false });
    const keys = missing.map(({ key }) => key);
    expect(missing).toContainEqual({ key: 'property_address', label: 'Address of the home' });
    expect(keys).not.toContain('topic');

    expect(await create()).toEqual({ created: keys, otherKeys: [], problem: null });
    expect((await read()).missing).toEqual([]);
    const made = location()?.customFields.map(({ fieldKey, dataType }) => `${fieldKey} ${dataType}`);
    expect(made).toContain('contact.property_address TEXT');
    expect(made).toContain('contact.landing_page LARGE_TEXT');
    expect(await audited()).toMatchObject([{ subject: GHL_LOCATION_ID, operator_name: 'Olive Operator' }]);

    expect(await create()).toEqual({ created: [], otherKeys: [], problem: null });
    expect(await audited()).toHaveLength(1);
  });

  it('without the scope says what to do, and the token still counts as good', async () => {
    const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = sandbox.settings;
    await open({ HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID });
    for (const token of sandbox.state.tokens.values()) {
      token.scopes = token.scopes.filter(
        (scope) => !scope.endsWith('.write') || scope.startsWith('contacts'),
      );
    }
    const { created, problem } = await create();
    expect(created).toEqual([]);
    expect(problem).toContain('Give the private-integration token the scope locations/customFields.write.');
    expect(await app.crm.access.state()).toBe('ready');
    expect(await audited()).toEqual([]);
  });
});

describe('with OAuth', () => {
  it('a connection from before the scope was requested must be made again', async () => {
    await open(oauthSettings(sandbox));
    await connect(client, location()?.id ?? '');
    expect(await read()).toMatchObject({ locationId: location()?.id, needsReconnect: true, problem: null });
    expect(await create()).toMatchObject({
      created: [],
      problem: expect.stringContaining('Reconnect to allow this'),
    });
    expect(location()?.customFields).toHaveLength(2);
  });

  it('a connection with the default scopes can create them', async () => {
    const { GHL_SCOPES: _, ...settings } = oauthSettings(sandbox);
    await open(settings);
    await connect(client, location()?.id ?? '');
    expect((await read()).needsReconnect).toBe(false);
    expect((await create()).problem).toBeNull();
    expect((await read()).missing).toEqual([]);
  });

  it('without a location there is nothing to read', async () => {
    await open(oauthSettings(sandbox));
    expect(await read()).toMatchObject({ locationId: null, problem: expect.stringContaining('/admin/ghl') });
    expect((await create()).problem).toContain('No location is connected');
  });
});

describe('the doctor', () => {
  it('lists what is missing, and creates it on request', async () => {
    const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = sandbox.settings;
    const settings = { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID };
    await open(settings);
    const report = async () => (await client.fetch('/api/admin/doctor')).text();
    await expect.poll(report).toContain('Address of the home: contact.property_address');
    const { dataDir } = app.config;
    const command = async (...more: string[]) => {
      const { out } = await runCommand(['doctor', '--json', ...more], { ...settings, DATA_DIR: dataDir });
      return checks.parse(JSON.parse(out)).find(({ id }) => id === 'crm-fields');
    };
    expect(await command()).toMatchObject({ state: 'warning' });
    expect(await command('--create-crm-fields')).toMatchObject({ state: 'ok' });
    expect(await audited()).toMatchObject([{ operator_id: null, subject: GHL_LOCATION_ID }]);
  });
});

it('a CRM that does not answer is said, and stops nothing', async () => {
  const { HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID } = sandbox.settings;
  await open({ HIGHLEVEL_API_BASE, GHL_API_KEY, GHL_LOCATION_ID });
  sandbox.faults.set({ errorRate: 1, errorStatus: 503 });
  expect(await read()).toMatchObject({ missing: [], problem: expect.stringContaining('503') });
  sandbox.faults.clear();
});
