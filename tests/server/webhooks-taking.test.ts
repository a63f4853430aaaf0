import { generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { WEBHOOK_PATH } from '../../src/contracts/operators/webhooks.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp } from './running-app.ts';
import { runWebhookApp, storedEvents, type WebhookApp } from './webhook-app.ts';

const MINUTE = 60_000;
const own = generateKeyPairSync('ed25519');
const ownKey = own.publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

function signed(body: string, key: KeyObject = own.privateKey): Record<string, string> {
  return { 'X-GHL-Signature': sign(null, Buffer.from(body), key).toString('base64') };
}

function eventText(change: Record<string, unknown> = {}): string {
  return JSON.stringify({
    type: 'ContactCreate',
    timestamp: new Date().toISOString(),
    webhookId: randomUUID(),
    id: 'contact1',
    ...change,
  });
}

async function answerOf(response: Response): Promise<[number, unknown]> {
  return [response.status, await response.json()];
}

onEachEngine((newDatabase) => {
  let site: WebhookApp;
  let environment: Record<string, string>;
  /** Both public keys of the sandbox, and one whose private key only this test has. */
  const keys = (sandbox: CrmSandbox) =>
    [sandbox.settings.GHL_WEBHOOK_PUBLIC_KEY, sandbox.legacyPublicKey(), ownKey].join(', ');
  beforeEach(async () => {
    environment = await newDatabase();
    site = await runWebhookApp(environment, (sandbox) => ({ GHL_WEBHOOK_PUBLIC_KEY: keys(sandbox) }));
  });
  afterEach(() => site.stop());

  test.each(['ed25519', 'rsa', 'both'] as const)('an event signed with %s is stored', async (signature) => {
    expect(await site.send('ContactCreate', { signature })).toBe(200);
    const [row] = await storedEvents(site.app);
    expect(row).toMatchObject({
      type: 'ContactCreate',
      location_id: site.locationId,
      crm_contact_id: 'nmFmQEsNgz6AVpgLVUJ0',
      occurred_at: site.clock.now,
      received_at: site.clock.now,
    });
    expect(row?.body).toBe(site.sandbox.state.sentWebhooks[0]?.body);
  });

  test('unsigned, forged and truncated events are refused, and none is stored', async () => {
    expect(await site.send('ContactCreate', { signature: 'none' })).toBe(401);
    expect(await site.send('ContactCreate', { signature: 'wrong' })).toBe(401);
    const body = eventText();
    const good = signed(body);
    const signature = good['X-GHL-Signature'] ?? '';
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const refused: [string, Record<string, string>][] = [
      [body, {}],
      [body, { 'X-GHL-Signature': '' }],
      [body, { 'X-GHL-Signature': 'not base64 at all!' }],
      [body, { 'X-GHL-Signature': signature.slice(0, 40) }],
      [body, { 'X-GHL-Signature': `${signature}, ${signature}` }],
      [body, signed(body, stranger)],
      [body.slice(0, -20), good],
      [`${body} `, good],
      ['', good],
      // A valid signature, but in the wrong header.
      [body, { 'X-WH-Signature': signature }],
    ];
    for (const [text, headers] of refused) {
      const [status, answer] = await answerOf(await site.post(text, headers));
      expect(status).toBe(401);
      expect(answer).toEqual({ error: expect.stringContaining('sign') });
    }
    expect(await storedEvents(site.app)).toEqual([]);
    expect((await site.post(body, good)).status).toBe(200);
  });

  test('a wrong current signature is refused despite a valid legacy one', async () => {
    await site.send('ContactCreate', { signature: 'rsa' });
    const sent = site.sandbox.state.sentWebhooks[0];
    const legacy = new Headers(sent?.headers).get('x-wh-signature') ?? '';
    const both = { 'X-WH-Signature': legacy, ...signed('another body') };
    expect((await site.post(sent?.body ?? '', both)).status).toBe(401);
  });

  test('a signed body that is not an event is refused with the reason', async () => {
    const bodies: [string, string][] = [
      ['{"type":"ContactCreate"', 'It is no JSON.'],
      ['[]', 'It is no JSON object.'],
      ['null', 'It is no JSON object.'],
      ['{"id":"1"}', 'It has no "type".'],
      ['{"type":"a b"}', 'Its "type" is no event’s name.'],
      [eventText({ timestamp: 'yesterday' }), 'Its "timestamp" is no time.'],
    ];
    for (const [body, reason] of bodies) {
      expect(await answerOf(await site.post(body, signed(body)))).toEqual([
        400,
        { error: `The event cannot be read. ${reason}` },
      ]);
    }
    expect(await storedEvents(site.app)).toEqual([]);
  });

  test('an oversized body is refused, with or without a length; the maximum size is accepted; a compressed body is not', async () => {
    const frame = eventText({ filler: '' }).length;
    const full = eventText({ filler: 'x'.repeat(256 * 1024 - frame) });
    expect((await site.post(full, signed(full))).status).toBe(200);
    const over = `${full} `;
    const [status, answer] = await answerOf(await site.post(over, signed(over)));
    expect([status, answer]).toEqual([413, { error: 'The event is larger than 256 kB.' }]);
    expect(await sendInChunks(site.app.url, over, signed(over))).toBe(413);
    const text = eventText();
    const gzipped = new Uint8Array(gzipSync(text));
    const compressed = await site.post(gzipped, { ...signed(text), 'Content-Encoding': 'gzip' });
    expect(compressed.status).toBe(415);
    expect(await storedEvents(site.app)).toHaveLength(1);
  });

  test('an event whose sender disconnects halfway is not stored and does no harm', async () => {
    const body = eventText();
    await breakOff(site.app.url, body, signed(body));
    // The server may notice the closed connection with a delay.
    await expect
      .poll(() => site.app.events().filter(({ event, aborted }) => event === 'request' && aborted))
      .toHaveLength(1);
    expect(await storedEvents(site.app)).toEqual([]);
    expect(site.app.events().filter(({ level }) => Number(level) >= 50)).toEqual([]);
    expect((await site.post(body, signed(body))).status).toBe(200);
  });

  test('a timestamp may be at most two hours old or five minutes ahead', async () => {
    const late = eventText({ timestamp: new Date(site.clock.now - 121 * MINUTE).toISOString() });
    expect(await answerOf(await site.post(late, signed(late)))).toEqual([
      400,
      {
        error:
          'The event’s timestamp is more than 2 hours old or 5 minutes ahead. Send one of now, and look whether ' +
          'both clocks are right.',
      },
    ]);
    for (const off of [-121, 6, -6000]) {
      const timestamp = new Date(site.clock.now + off * MINUTE).toISOString();
      expect(await site.send('ContactUpdate', { change: { timestamp } })).toBe(400);
    }
    expect(await storedEvents(site.app)).toEqual([]);
    for (const off of [-120, 5]) {
      const timestamp = new Date(site.clock.now + off * MINUTE).toISOString();
      expect(await site.send('ContactUpdate', { change: { timestamp } })).toBe(200);
    }
    const seconds = eventText({ timestamp: Math.floor(site.clock.now / 1000) });
    expect((await site.post(seconds, signed(seconds))).status).toBe(200);
  });

  test('a repeat is recognized immediately, ten minutes later, and with another body', async () => {
    expect(await site.send('ContactUpdate')).toBe(200);
    expect(await site.again()).toBe(200);
    site.clock.now += 10 * MINUTE;
    expect(await site.again()).toBe(200);
    const [row] = await storedEvents(site.app);
    const { webhookId, timestamp }: Record<string, string> = JSON.parse(row?.body ?? '{}');
    const other = eventText({ webhookId, timestamp, id: 'other' });
    expect(await answerOf(await site.post(other, signed(other)))).toEqual([200, { status: 'already known' }]);
    expect(await storedEvents(site.app)).toHaveLength(1);
  });

  test('without webhookId and timestamp, repeats are recognized by their body', async () => {
    expect(await site.send('ContactUpdate', { bare: true })).toBe(200);
    site.clock.now += 24 * 60 * MINUTE;
    expect(await site.again()).toBe(200);
    expect(await storedEvents(site.app)).toHaveLength(1);
    expect(await site.send('ContactUpdate', { bare: true, change: { tags: [] } })).toBe(200);
    const rows = await storedEvents(site.app);
    expect(rows.map((row) => row.occurred_at)).toEqual([null, null]);
  });

  test('the same event twenty times at once is stored once', async () => {
    const body = eventText();
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => answerOf(await site.post(body, signed(body)))),
    );
    const stored = answers.filter(([, answer]) => JSON.stringify(answer) === '{"status":"stored"}');
    expect(stored).toHaveLength(1);
    expect(answers.every(([status]) => status === 200)).toBe(true);
    expect(await storedEvents(site.app)).toHaveLength(1);
  });

  test('an event that cannot be stored gets a 429, and its last repeat is stored by any server', async () => {
    const { query } = site.app.database;
    await sql`alter table crm_events rename to crm_events_away`.execute(query);
    expect(await site.send('ContactCreate')).toBe(429);
    // While the database fails, a replay of an old event is not accepted, either.
    const old = eventText({ timestamp: new Date(site.clock.now - 120 * MINUTE).toISOString() });
    expect((await site.post(old, signed(old))).status).toBe(429);
    await sql`alter table crm_events_away rename to crm_events`.execute(query);
    const failed = site.app.events().filter(({ event }) => event === 'crm-event-not-stored');
    expect(failed).toHaveLength(2);
    site.clock.now += 65 * MINUTE;
    const [sent] = site.sandbox.state.sentWebhooks;
    const other = await runApp({ ...environment, GHL_WEBHOOK_PUBLIC_KEY: keys(site.sandbox) }, undefined, {
      now: () => site.clock.now,
    });
    const bring = (body: string, headers: Record<string, string>) =>
      fetch(other.url + WEBHOOK_PATH, { method: 'POST', body, headers });
    expect((await bring(sent?.body ?? '', sent?.headers ?? {})).status).toBe(200);
    expect((await bring(old, signed(old))).status).toBe(400);
    expect(await storedEvents(other)).toHaveLength(1);
    await other.stop();
  });

  test('an event whose history entry cannot be written is not stored, either', async () => {
    const { query } = site.app.database;
    const lead = await fetch(`${site.app.url}/api/ghl/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'JohnDeo@gmail.comm', tags: [] }),
    });
    expect(lead.status).toBe(200);
    await sql`alter table lead_events rename to lead_events_away`.execute(query);
    expect(await site.send('ContactCreate')).toBe(429);
    await sql`alter table lead_events_away rename to lead_events`.execute(query);
    expect(await storedEvents(site.app)).toEqual([]);
    site.clock.now += 10 * MINUTE;
    expect(await site.again()).toBe(200);
  });

  test('rejected requests from one IP address are limited, valid events are not', async () => {
    const statuses = [];
    for (let count = 0; count < 62; count += 1) statuses.push((await site.post('{}')).status);
    expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true);
    expect(statuses.slice(60)).toEqual([429, 429]);
    const limited = await site.post('{}');
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await site.send('ContactCreate')).toBe(200);
  });

  test('the log has no personal data', async () => {
    await site.send('ContactCreate');
    await site.again();
    await site.send('ContactCreate', { signature: 'wrong' });
    await site.send('ContactCreate', { change: { timestamp: '2020-01-01T00:00:00Z' } });
    await sql`alter table crm_events rename to crm_events_away`.execute(site.app.database.query);
    await site.send('ContactCreate', { change: { webhookId: 'another' } });
    // Without random ids, which may contain any letters.
    const log = JSON.stringify(site.app.events(), (name, value: unknown) =>
      name === 'id' && /^[\w-]{22}$/.test(String(value)) ? null : value,
    );
    expect(log).toContain('crm-event-not-stored');
    for (const told of ['JohnDeo', 'John', 'Deo', '919509597501', '3535 1st', '127.0.0.1']) {
      expect(log).not.toContain(told);
    }
  });
});

test('without configured keys, only HighLevel’s are accepted', async () => {
  const site = await runWebhookApp({ GHL_WEBHOOK_PUBLIC_KEY: '' });
  expect(await site.send('ContactCreate', { signature: 'both' })).toBe(401);
  await site.stop();
});

/** Announces a complete body, sends only a part of it, and disconnects. */
function breakOff(url: string, body: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve) => {
    const length = { 'Content-Length': String(Buffer.byteLength(body)) };
    const sending = request(`${url}${WEBHOOK_PATH}`, { method: 'POST', headers: { ...headers, ...length } });
    sending.on('close', () => resolve());
    sending.on('error', () => {});
    sending.write(body.slice(0, 50), () => sending.destroy());
  });
}

/** Sends a body in chunks, without a `Content-Length` header. Returns the response status. */
function sendInChunks(
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sending = request(`${url}${WEBHOOK_PATH}`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode);
      response.resume();
    });
    sending.on('error', reject);
    sending.write(body.slice(0, 1000));
    sending.end(body.slice(1000));
  });
}
