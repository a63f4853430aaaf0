import fc from 'fast-check';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onEachEngine } from '../server/database-engines.ts';
import { storedRows } from '../server/post-lead.ts';
import { runApp, type RunningApp } from '../server/running-app.ts';

/** Number of bodies. Fewer for PostgreSQL: bodies are refused before the database is used, so it hardly matters. */
const RUNS = { sqlite: 3_000, postgres: 500 };
/** Part of every body. The test searches the logs for it. */
const SECRET = 'Zyxwvutsrq';

interface Attempt {
  method: 'POST' | 'PUT';
  path: string;
  type: string | null;
  body: string | Uint8Array<ArrayBuffer>;
}

// The text must not look like contact details: fewer than nine digits, and no @.
const harmless = (text: string) =>
  text
    .replace(/[\d\p{Nd}]/gu, '7')
    .replace(/(7\D*){9,}/g, 'x')
    .replaceAll('@', '.');
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }).map(harmless),
  fc.string({ maxLength: 30 }).map((some) => harmless(`${SECRET}${some}`)),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '<script>',
    "'; drop table leads; --",
    '12345',
    'a.b',
    '@',
  ),
  fc.integer({ min: 200, max: 34_000 }).map((length) => SECRET.padEnd(length, 'x')),
);
const number = fc.oneof(fc.integer({ min: -9999, max: 9999 }), fc.constantFrom(1e308, -0, 0.1));
/** Nested values by depth. Each reuses the previous one, because building every value from scratch would be slow. */
const nestedBy: unknown[] = [SECRET];
for (let depth = 1; depth <= 4000; depth += 1) {
  const inner = nestedBy[depth - 1];
  nestedBy.push(depth % 2 === 1 ? [inner] : { a: inner });
}
const nested = fc.integer({ min: 1, max: 4000 }).map((depth) => nestedBy[depth]);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: number },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}) },
  { weight: 1, arbitrary: fc.array(fc.oneof(text, number, fc.constant(null)), { maxLength: 50 }) },
  {
    weight: 1,
    arbitrary: fc.dictionary(fc.oneof(text, fc.constantFrom('message', '__proto__', 'utm_source')), text, {
      maxKeys: 6,
    }),
  },
  { weight: 1, arbitrary: nested },
);
const key = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'firstName',
      'lastName',
      'name',
      'email',
      'phone',
      'source',
      'tags',
      'addTags',
      'notes',
      'areas',
      'customData',
      'form',
      'step',
      'session',
      'contactId',
      'page',
      'consent',
      'attribution',
      'elapsed',
      'website',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'),
  },
  { weight: 1, arbitrary: text },
);
/** Builds the JSON text by hand, because `__proto__` must be an ordinary key. */
const json = fc
  .array(fc.tuple(key, value), { maxLength: 14 })
  .map(
    (pairs) =>
      `{${pairs.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`).join(',')}}`,
  );
const plausible = fc
  .record({
    form: fc.constantFrom(
      'lead-form',
      'quick-lead-form',
      'contact-form',
      'market-report-form',
      'other',
      null,
    ),
    step: fc.constantFrom(1, 2, 3, '1', null),
    session: fc.constantFrom('3b241101-e2bb-4255-8caf-4136c566a962', 'short', null),
    contactId: fc.constantFrom('local_AAAAAAAAAAAAAAAAAAAAAA', 'ocQHyuzHvysMo5N5VsXc', '\u0000', null),
    firstName: fc.constantFrom(SECRET, '', null),
    lastName: fc.constantFrom(SECRET, '', null),
    name: fc.constantFrom(SECRET, 'x', null),
    email: fc.oneof(text, fc.constantFrom(`${SECRET}.example.com`, `${SECRET}@`, null)),
    phone: fc.constantFrom('123456789', '+1 515', SECRET, '', null),
    areas: fc.constantFrom('ankeny', 'all', 'nowhere', null),
  })
  .map((body) => JSON.stringify(body));
const encoded = fc
  .array(
    fc.tuple(
      fc.oneof(key, fc.constantFrom('customData[message]', 'tags[]', 'a[b][c][d][e]', '__proto__[x]')),
      text,
    ),
  )
  .map((pairs) => pairs.map(([name, each]) => `${encode(name)}=${encode(each)}`).join('&'));
const bytes = fc
  .uint8Array({ maxLength: 400 })
  .map((all) => all.map((byte) => (byte >= 48 && byte <= 64 ? 120 : byte)));
const cut = fc.tuple(json, fc.nat(200)).map(([whole, at]) => whole.slice(0, -1 - at));

const attempt: fc.Arbitrary<Attempt> = fc.record({
  method: fc.constantFrom('POST', 'POST', 'POST', 'PUT'),
  path: fc.constantFrom(
    '/api/ghl/contact',
    '/.netlify/functions/ghl-webhook',
    '/api/contact',
    '/api/market-reports',
  ),
  type: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('application/json', 'application/x-www-form-urlencoded') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-7',
        'multipart/form-data; boundary=x',
        'x',
        null,
      ),
    },
  ),
  body: fc.oneof(
    { weight: 5, arbitrary: json },
    { weight: 4, arbitrary: plausible },
    { weight: 2, arbitrary: encoded },
    { weight: 2, arbitrary: cut },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: value.map((each) => JSON.stringify(each)) },
  ),
});

onEachEngine((newDatabase) => {
  let app: RunningApp;
  const agent = new Agent({ keepAlive: true });
  beforeAll(async () => {
    app = await runApp({ ...(await newDatabase()), LEAD_RATE_LIMIT: '1000000' });
  });
  afterAll(async () => {
    agent.destroy();
    await app.stop();
  });

  it('malformed bodies store no lead, break nothing and leave nothing personal in the log', async () => {
    const runs = RUNS[app.database.engine];
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(attempt, async (each) => {
        const { status, text: answer } = await send(app.url, agent, each);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
        expect(JSON.parse(answer)).toMatchObject({ success: false, error: expect.any(String) });
      }),
      { numRuns: runs },
    );
    const stored = await storedRows(app);
    expect(Object.values(stored).map((rows) => rows.length)).toEqual(Object.values(stored).map(() => 0));
    expect(JSON.stringify(app.events())).not.toContain(SECRET);
    expect(
      app.events().filter(({ event }) => event === 'request-failed' || event === 'lead-not-stored'),
    ).toEqual([]);
    const figures = [...statuses]
      .toSorted(([a], [b]) => a - b)
      .map(([status, times]) => `${status}: ${times}`);
    process.stdout.write(
      `${app.database.engine}: ${runs} malformed bodies, by status ${figures.join(', ')}; leads: 0\n`,
    );
  });
});

/** Uses `node:http`, because `fetch` would reject some of the headers. */
function send(url: string, agent: Agent, { method, path, type, body }: Attempt) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const address = method === 'PUT' ? '/api/ghl/contact/local_AAAAAAAAAAAAAAAAAAAAAA' : path;
    const post = request(url + address, {
      agent,
      method,
      headers: {
        ...(type === null ? {} : { 'content-type': type }),
        'content-length': Buffer.byteLength(body),
      },
    });
    post.on('error', reject);
    post.on('response', (response) => {
      let received = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: received }));
    });
    post.end(body);
  });
}

/** `encodeURIComponent` throws on lone surrogates, so they are replaced first. */
function encode(each: string): string {
  return encodeURIComponent(each.toWellFormed());
}
