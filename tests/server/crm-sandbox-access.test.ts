import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { callSandbox } from './sandbox-call.ts';

const limits = { burst: 3, daily: 5 };
let clock = Date.UTC(2026, 0, 1);
let sandbox: CrmSandbox;
let path: string;
beforeEach(async () => {
  sandbox = await startCrmSandbox({ limits, now: () => clock });
  path = `/locations/${sandbox.settings.GHL_LOCATION_ID}`;
});
afterEach(() => sandbox.stop());

test.each([
  ['no token', { Authorization: null }],
  ['an unknown token', { Authorization: 'Bearer nobody' }],
  ['another scheme', { Authorization: 'Basic abc' }],
])('%s is 401', async (_what, headers) => {
  expect(await callSandbox(sandbox, 'GET', path, { headers })).toMatchObject({
    status: 401,
    body: { statusCode: 401, message: 'Invalid token: access token is invalid', error: 'Unauthorized' },
  });
});

test('the version header is required, and a missing or wrong one is recorded', async () => {
  expect((await callSandbox(sandbox, 'GET', path, { headers: { Version: null } })).status).toBe(401);
  expect((await callSandbox(sandbox, 'GET', path, { headers: { Version: 'v3' } })).status).toBe(400);
  expect(sandbox.state.violations.map((each) => each.faults)).toEqual([
    ['Version header: missing'],
    ['Version header: v3'],
  ]);
});

test('another location is 403, to read and to write', async () => {
  const other =
    [...sandbox.state.locations.keys()].find((id) => id !== sandbox.settings.GHL_LOCATION_ID) ?? '';
  const refusal = { status: 403, body: { message: 'The token does not have access to this location.' } };
  expect(await callSandbox(sandbox, 'GET', `/locations/${other}`)).toMatchObject(refusal);
  const body = { locationId: other, email: 'ana@example.com' };
  expect(await callSandbox(sandbox, 'POST', '/contacts/', { body })).toMatchObject(refusal);
  expect(sandbox.state.contacts.size).toBe(0);
});

test('a token without the scope is refused', async () => {
  const token = sandbox.state.tokens.get(sandbox.settings.GHL_API_KEY);
  if (token) token.scopes = ['contacts.readonly'];
  expect(await callSandbox(sandbox, 'GET', path)).toMatchObject({
    status: 401,
    body: { message: 'The token is not authorized for this scope.' },
  });
});

test('requests per ten seconds and per day are limited and reported in headers; then 429 until the window ends', async () => {
  const first = await callSandbox(sandbox, 'GET', path);
  expect(Object.fromEntries(first.headers)).toMatchObject({
    'x-ratelimit-limit-daily': '5',
    'x-ratelimit-daily-remaining': '4',
    'x-ratelimit-interval-milliseconds': '10000',
    'x-ratelimit-max': '3',
    'x-ratelimit-remaining': '2',
  });
  const statuses: number[] = [];
  const ask = async () => statuses.push((await callSandbox(sandbox, 'GET', path)).status);
  for (let i = 0; i < 3; i++) await ask();
  clock += 10_000;
  for (let i = 0; i < 3; i++) await ask();
  clock += 86_400_000;
  await ask();
  expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 200]);
});

test('unknown paths are 404, and undocumented requests are recorded', async () => {
  expect((await callSandbox(sandbox, 'GET', '/opportunities/')).status).toBe(404);
  await callSandbox(sandbox, 'GET', path);
  await expect
    .poll(() => sandbox.state.requests)
    .toMatchObject([{ number: 1, method: 'GET', path, status: 200 }]);
});

test('the same seed produces the same ids and tokens, and another seed others', async () => {
  const [same, other] = [await startCrmSandbox(), await startCrmSandbox({ seed: 2 })];
  await Promise.all([same.stop(), other.stop()]);
  expect(same.settings.GHL_API_KEY).toBe(sandbox.settings.GHL_API_KEY);
  expect(same.settings.GHL_LOCATION_ID).toBe(sandbox.settings.GHL_LOCATION_ID);
  expect(other.settings.GHL_API_KEY).not.toBe(sandbox.settings.GHL_API_KEY);
});
