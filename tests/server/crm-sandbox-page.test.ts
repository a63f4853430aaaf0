import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { operations } from '../crm-sandbox/official-api.ts';
import { callSandbox, contactOf } from './sandbox-call.ts';

let sandbox: CrmSandbox;
let locationId: string;
beforeEach(async () => {
  sandbox = await startCrmSandbox();
  locationId = sandbox.settings.GHL_LOCATION_ID;
});
afterEach(() => sandbox.stop());

const page = async () => (await fetch(sandbox.url)).text();

test('an empty sandbox has a page with its controls, its public key and a refresh link', async () => {
  const response = await fetch(sandbox.url);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const text = await response.text();
  expect(text).toContain('<a href="/">Refresh</a>');
  expect(text).toContain(sandbox.settings.GHL_WEBHOOK_PUBLIC_KEY);
  for (const name of Object.keys(sandbox.faults.current())) expect(text).toContain(`name="${name}"`);
  expect(text).not.toContain('<script');
});

test('it shows contacts with tags, fields and notes, requests with faults, grants, triggers, webhooks', async () => {
  const [field] = sandbox.state.locations.get(locationId)?.customFields ?? [];
  const ana = contactOf(
    await callSandbox(sandbox, 'POST', '/contacts/', {
      body: {
        locationId,
        name: 'Ana Lopez',
        email: 'ana@example.com',
        phone: '5155550101',
        tags: ['Buyer'],
        customFields: [{ id: field?.id, field_value: 'Waukee' }],
      },
    }),
  );
  await callSandbox(sandbox, 'POST', `/contacts/${ana.id}/notes`, { body: { body: 'Call after five' } });
  await callSandbox(sandbox, 'PUT', `/contacts/${ana.id}`, { body: { locationId } });
  sandbox.faults.set({ errorRate: 1, times: 1 });
  await callSandbox(sandbox, 'GET', `/contacts/${ana.id}`);
  sandbox.approve({ locationId, scopes: ['contacts.write'], redirectUri: 'http://127.0.0.1:9/' });
  await callSandbox(sandbox, 'POST', '/hooks/nowhere/webhook-trigger/none', { body: { a: 1 } });
  await sandbox.sendWebhook({ event: 'ContactCreate', url: 'http://127.0.0.1:1/' });
  const text = await page();
  const shown = [
    'Ana Lopez',
    'ana@example.com',
    '+15155550101',
    'buyer',
    'contact.area_of_interest: Waukee',
    'Call after five',
    'error: 500',
    'property locationId should not exist',
    'Revoke',
    'unknown: none',
    'no answer',
  ];
  expect(shown.filter((words) => !text.includes(words))).toEqual([]);
});

test('odd data is escaped and breaks nothing', async () => {
  const evil = `"><script>alert(1)</script>&'`;
  const names = [evil, '\u0000\u202E\uD800', '{{7*7}} ${x}', '😀'.repeat(300)];
  for (const [i, name] of names.entries()) {
    const body = { locationId, firstName: name, email: `n${i}@example.com`, source: name, tags: [name] };
    const made = await callSandbox(sandbox, 'POST', '/contacts/', { body });
    await callSandbox(sandbox, 'POST', `/contacts/${contactOf(made).id}/notes`, {
      body: { body: name, title: name },
    });
  }
  await callSandbox(sandbox, 'POST', `/hooks/${encodeURIComponent(evil)}/webhook-trigger/x`, {
    body: [null, evil],
  });
  await callSandbox(sandbox, 'GET', `/contacts/?locationId=${encodeURIComponent(evil)}`);
  sandbox.faults.set({ only: evil });
  const response = await fetch(sandbox.url);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toContain('<script');
  expect(text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;');
});

test('every operation of the official files is served', async () => {
  const served = [...operations.values()].map(async ({ method, path: route }) => {
    const answer = await callSandbox(sandbox, method.toUpperCase(), route.replaceAll(/:\w+/g, 'x'));
    return [route, answer.status, answer.text.includes('Cannot ')];
  });
  const answers = await Promise.all(served);
  expect(answers).toHaveLength(22);
  expect(answers.filter(([, status, unknown]) => status === 500 || status === 404 || unknown)).toEqual([]);
});

test('a response of the sandbox that violates the official files is an error, and is recorded', async () => {
  const made = await callSandbox(sandbox, 'POST', '/contacts/', {
    body: { locationId, email: 'a@example.com' },
  });
  const contact = sandbox.state.contacts.get(contactOf(made).id);
  if (contact) contact.properties['firstName'] = 7;
  const answer = await callSandbox(sandbox, 'GET', `/contacts/${contact?.id}`);
  expect(answer.status).toBe(500);
  expect(answer.text).toContain('contact.firstName must be a string');
  expect(sandbox.state.violations).toMatchObject([{ of: 'answer', operation: 'GET /contacts/{contactId}' }]);
});

test('the state is available as JSON, too', async () => {
  const response = await fetch(`${sandbox.url}/__sandbox/state`);
  expect(await response.json()).toMatchObject({ contacts: [], violations: [], faults: { down: false } });
});

const start = path.join(import.meta.dirname, '../crm-sandbox/start.ts');

async function run(...options: string[]) {
  const child = spawn(process.execPath, [start, ...options]);
  let output = '';
  const more = (chunk: Buffer) => (output += chunk.toString());
  child.stdout.on('data', more);
  child.stderr.on('data', more);
  return { child, output: () => output };
}

test('the command prints its settings, listens, and stops on request', async () => {
  const { child, output } = await run('--port', '0');
  try {
    await expect.poll(output).toContain('GHL_WEBHOOK_PUBLIC_KEY=');
    for (const name of Object.keys(sandbox.settings))
      expect(output()).toMatch(new RegExp(`^${name}=\\S+$`, 'm'));
    const base = /^HIGHLEVEL_API_BASE=(\S+)$/m.exec(output())?.[1] ?? '';
    expect((await fetch(base)).status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode];
    expect(code).toBe(0);
  }
});

test.each([
  [['--help'], 0, 'npm run crm-sandbox -- [options]'],
  [['--port', 'abc'], 1, '"abc" is not valid. Use --port with a number'],
  [['--colour'], 1, "Unknown option '--colour'"],
])('the command with %j exits with status %i and a message', async (options, expected, words) => {
  const { child, output } = await run(...options);
  const [code] = await once(child, 'close');
  expect(code).toBe(expected);
  expect(output()).toContain(words);
});
