import { createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { callSandbox, postForm } from './sandbox-call.ts';
import { TEST_LIMIT } from '../setup/time-limits.ts';

let sandbox: CrmSandbox;
let receiver: Server;
let url: string;
let received: { headers: IncomingHttpHeaders; body: string }[];
let status: number;
beforeEach(async () => {
  sandbox = await startCrmSandbox();
  received = [];
  status = 200;
  receiver = createServer(async (request, response) => {
    const chunks: string[] = [];
    for await (const chunk of request) chunks.push(String(chunk));
    received.push({ headers: request.headers, body: chunks.join('') });
    response.writeHead(status).end();
  });
  receiver.keepAliveTimeout = TEST_LIMIT;
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api/webhooks/ghl`;
});
afterEach(async () => {
  await sandbox.stop();
  receiver.closeAllConnections();
  receiver.close();
});

const key = (text: string) =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
const isSigned = (algorithm: 'sha256' | null, publicKey: string, header: string) => {
  const [last] = received.slice(-1);
  const signature = Buffer.from(String(last?.headers[header] ?? ''), 'base64');
  return verify(algorithm, Buffer.from(last?.body ?? ''), key(publicKey), signature);
};

describe('webhooks', () => {
  test.each([
    'AppInstall',
    'AppUninstall',
    'AppointmentCreate',
    'AppointmentDelete',
    'AppointmentUpdate',
    'ContactCreate',
    'ContactDelete',
    'ContactDndUpdate',
    'ContactTagUpdate',
    'ContactUpdate',
  ])('%s is sent with an Ed25519 signature, a timestamp and an id', async (event) => {
    const sent = await sandbox.sendWebhook({ event, url, change: { locationId: 'mine' } });
    expect(sent.status).toBe(200);
    expect(isSigned(null, sandbox.settings.GHL_WEBHOOK_PUBLIC_KEY, 'x-ghl-signature')).toBe(true);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: expect.any(String),
      locationId: 'mine',
      timestamp: expect.any(String),
      webhookId: expect.any(String),
    });
  });

  test('signatures can be legacy, both, wrong or missing; bodies can be bare as in the examples', async () => {
    await sandbox.sendWebhook({ event: 'ContactCreate', url, signature: 'rsa', bare: true });
    expect(isSigned('sha256', sandbox.legacyPublicKey(), 'x-wh-signature')).toBe(true);
    expect(received[0]?.headers).not.toHaveProperty('x-ghl-signature');
    expect(JSON.parse(received[0]?.body ?? '')).not.toHaveProperty('webhookId');
    await sandbox.sendWebhook({ event: 'ContactCreate', url, signature: 'wrong' });
    expect(isSigned(null, sandbox.settings.GHL_WEBHOOK_PUBLIC_KEY, 'x-ghl-signature')).toBe(false);
    expect(isSigned('sha256', sandbox.legacyPublicKey(), 'x-wh-signature')).toBe(false);
    await sandbox.sendWebhook({ event: 'ContactCreate', url, signature: 'none' });
    expect(received[2]?.headers).not.toHaveProperty('x-wh-signature');
  });

  test('a resent webhook is identical byte for byte, and the response status is recorded', async () => {
    status = 429;
    const sent = await sandbox.sendWebhook({ event: 'ContactUpdate', url });
    await sandbox.resendWebhook(sent.id);
    expect(received[1]?.body).toBe(received[0]?.body);
    expect(received[1]?.headers['x-ghl-signature']).toBe(received[0]?.headers['x-ghl-signature']);
    expect(sandbox.state.sentWebhooks.map((each) => each.status)).toEqual([429, 429]);
    const nobody = await sandbox.sendWebhook({ event: 'ContactUpdate', url: 'http://127.0.0.1:1/' });
    expect(nobody.status).toBeNull();
  });

  test('the page’s form sends; an unknown event is refused', async () => {
    const order = { event: 'ContactDelete', url, signature: 'both', example: '0', bare: 'on' };
    const sent = await postForm(`${sandbox.url}/__sandbox/webhooks`, order, { Accept: 'text/html' });
    expect(sent.status).toBe(303);
    expect(received).toHaveLength(1);
    const wrong = await postForm(`${sandbox.url}/__sandbox/webhooks`, { ...order, event: 'Nothing' });
    expect(wrong.status).toBe(422);
    await expect(sandbox.sendWebhook({ event: 'Nothing', url })).rejects.toThrow('must be one of');
  });
});

describe('the workflow trigger', () => {
  const headers = { Authorization: null, Version: null };

  test('accepts and records any body', async () => {
    const path = new URL(sandbox.settings.GHL_INBOUND_WEBHOOK_URL).pathname;
    const answer = await callSandbox(sandbox, 'POST', path, { headers, body: { lead: 'one' } });
    expect(answer).toMatchObject({
      status: 200,
      body: { status: 'Success: request sent to trigger execution server', id: expect.any(String) },
    });
    expect(sandbox.state.triggerCalls).toMatchObject([{ known: true, body: { lead: 'one' } }]);
  });

  test('an unknown one also answers 200, without an id', async () => {
    const path = `/hooks/${sandbox.settings.GHL_LOCATION_ID}/webhook-trigger/unknown`;
    const answer = await callSandbox(sandbox, 'POST', path, { headers, body: {} });
    expect(answer).toMatchObject({ status: 200, body: { status: 'Success: test request received' } });
    expect(answer.body).not.toHaveProperty('id');
    expect(sandbox.state.triggerCalls).toMatchObject([{ known: false }]);
  });

  test('is subject to the faults, too', async () => {
    sandbox.faults.set({ errorRate: 1, only: 'POST /hooks' });
    const path = new URL(sandbox.settings.GHL_INBOUND_WEBHOOK_URL).pathname;
    expect((await callSandbox(sandbox, 'POST', path, { headers, body: {} })).status).toBe(500);
    expect(sandbox.state.triggerCalls).toEqual([]);
  });
});
