import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { callSandbox, contactOf, postForm } from './sandbox-call.ts';

let sandbox: CrmSandbox;
let locationId: string;
beforeEach(async () => {
  sandbox = await startCrmSandbox();
  locationId = sandbox.settings.GHL_LOCATION_ID;
});
afterEach(() => sandbox.stop());

const upsert = (email = 'ana@example.com', signal?: AbortSignal) =>
  callSandbox(sandbox, 'POST', '/contacts/upsert', {
    body: { locationId, email, firstName: 'Ana' },
    ...(signal ? { signal } : {}),
  });
const lastFault = () => sandbox.state.requests.at(-1)?.fault;

test('down: connections are reset and nothing is written, until it is up again', async () => {
  sandbox.faults.set({ down: true });
  await expect(upsert()).rejects.toThrow('fetch failed');
  expect(sandbox.state.contacts.size).toBe(0);
  expect(sandbox.state.requests).toMatchObject([{ fault: 'down', status: null }]);
  sandbox.faults.clear();
  expect((await upsert()).status).toBe(200);
});

test('unauthorized: every request gets a 401', async () => {
  sandbox.faults.set({ unauthorized: true });
  expect(await upsert()).toMatchObject({ status: 401, body: { error: 'Unauthorized' } });
});

test('errors and 429s occur at a rate, and are the same for the same seed', async () => {
  const run = async (seed: number) => {
    const one = await startCrmSandbox({ seed });
    try {
      one.faults.set({ errorRate: 0.2, tooManyRequestsRate: 0.2, errorStatus: 502 });
      const statuses: number[] = [];
      for (let i = 0; i < 60; i++) {
        const path = `/locations/${one.settings.GHL_LOCATION_ID}`;
        statuses.push((await callSandbox(one, 'GET', path)).status);
      }
      return statuses;
    } finally {
      await one.stop();
    }
  };
  const [first, again, other] = [await run(7), await run(7), await run(8)];
  expect(first).toEqual(again);
  expect(first).not.toEqual(other);
  const count = (status: number) => first.filter((each) => each === status).length;
  expect([count(502), count(429), count(200)].every((many) => many >= 5)).toBe(true);
});

test('a delay holds the response back, for a share of the requests', async () => {
  sandbox.faults.set({ delayMs: 60 });
  await upsert();
  expect(sandbox.state.requests.at(-1)?.fault).toBe('delay: 60 ms');
  sandbox.faults.set({ delayRate: 0 });
  await upsert();
  expect(lastFault()).toBeNull();
});

describe('the contact is created although the response does not say so', () => {
  test('no response after writing', async () => {
    sandbox.faults.set({ timeoutAfterWriteRate: 1 });
    const leaving = new AbortController();
    const answer = expect(upsert('ana@example.com', leaving.signal)).rejects.toThrow('gives up');
    await expect
      .poll(() => [...sandbox.state.contacts.values()])
      .toMatchObject([{ email: 'ana@example.com' }]);
    leaving.abort(new Error('The caller gives up.'));
    await answer;
    expect(lastFault()).toBe('time-out after writing');
  });

  test('the hanging connection is finally reset', async () => {
    sandbox.faults.set({ timeoutAfterWriteRate: 1, hangMs: 20 });
    await expect(upsert()).rejects.toThrow('fetch failed');
  });

  test('422 after writing', async () => {
    sandbox.faults.set({ unprocessableAfterWriteRate: 1 });
    expect(await upsert()).toMatchObject({ status: 422, body: { message: ['Unprocessable Entity'] } });
    expect(sandbox.state.contacts.size).toBe(1);
    sandbox.faults.clear();
    expect((await upsert()).body['new']).toBe(false);
  });

  test('refused as a duplicate of a contact that has only the e-mail, which PUT can complete', async () => {
    sandbox.faults.set({ duplicateRate: 1 });
    const refused = await upsert();
    const [contact] = sandbox.state.contacts.values();
    expect(refused).toMatchObject({
      status: 400,
      body: {
        message: 'This location does not allow duplicated contacts.',
        meta: { contactId: contact?.id, matchingField: 'email' },
      },
    });
    expect(contact?.properties).toEqual({});
    const put = await callSandbox(sandbox, 'PUT', `/contacts/${contact?.id}`, { body: { firstName: 'Ana' } });
    expect(contactOf(put)).toMatchObject({ firstName: 'Ana' });
    expect(sandbox.state.contacts.size).toBe(1);
  });
});

test.each([
  ['html', /^<!doctype html>/],
  ['empty', /^$/],
  ['truncated', /^\{"new":true,"contact":.*[^}]$/],
  ['wrong-shape', /^\{"contact":\[\]/],
] as const)('garbage (%s): the request is executed, but its response is corrupted', async (garbage, text) => {
  sandbox.faults.set({ garbage });
  const answer = await upsert();
  expect(answer.status).toBe(200);
  expect(answer.text).toMatch(text);
  expect(sandbox.state.contacts.size).toBe(1);
});

test('faults are limited to the named requests and to a number of requests', async () => {
  sandbox.faults.set({ errorRate: 1, only: 'POST /contacts/upsert', times: 2 });
  const location = await callSandbox(sandbox, 'GET', `/locations/${locationId}`);
  const statuses = [await upsert(), await upsert(), await upsert()].map((answer) => answer.status);
  expect([location.status, ...statuses]).toEqual([200, 500, 500, 200]);
});

test('faults are set by JSON, which keeps the others, and by the page’s form, which does not', async () => {
  sandbox.faults.set({ errorRate: 0.5 });
  const json = await fetch(`${sandbox.url}/__sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: '{"delayMs":5}',
  });
  expect(json.status).toBe(200);
  expect(sandbox.faults.current()).toMatchObject({ errorRate: 0.5, delayMs: 5 });
  const form = { unauthorized: 'on', errorRate: '0.25', garbage: 'html', times: '', only: '', hangMs: '' };
  expect((await postForm(`${sandbox.url}/__sandbox/faults`, form)).status).toBe(303);
  expect(sandbox.faults.current()).toMatchObject({
    unauthorized: true,
    down: false,
    errorRate: 0.25,
    delayMs: 0,
    garbage: 'html',
    times: null,
    hangMs: 30_000,
  });
  const before = sandbox.faults.current();
  const wrong = await postForm(`${sandbox.url}/__sandbox/faults`, { errorRate: '2' });
  expect(wrong.status).toBe(422);
  expect(await wrong.text()).toContain('errorRate');
  expect(sandbox.faults.current()).toEqual(before);
  await postForm(`${sandbox.url}/__sandbox/faults/clear`, {});
  expect(sandbox.faults.current()).toMatchObject({ errorRate: 0, garbage: 'none' });
});

test('a page of another site cannot set them', async () => {
  const headers = { 'Sec-Fetch-Site': 'cross-site' };
  const refused = await postForm(`${sandbox.url}/__sandbox/faults`, { down: 'on' }, headers);
  expect(refused.status).toBe(403);
  expect(sandbox.faults.current().down).toBe(false);
});
