import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { unknownCrmMessageCounter } from '../../server/crm/crm-error.ts';
import { createPrivateTokenAccess, type CrmCredentials } from '../../server/crm/crm-access.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { ensureCircuitRow } from '../../server/leads/deliver/circuit.ts';
import { retryDelivery } from '../../server/leads/manage/change-lead.ts';
import { leadReference } from '../../server/leads/deliver/lead-crm-fields.ts';
import type { DestinationAlert } from '../../server/leads/mail/operator-mail-text.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { openBench, type DeliveryBench } from './delivery-test-bench.ts';

const HOUR = 60 * 60_000;
const genuineFetch = globalThis.fetch;

/** Returns the number of CRM error responses with an unrecognized text. */
async function unknownTexts(): Promise<number> {
  const { values } = await unknownCrmMessageCounter.get();
  return values.reduce((sum, { value }) => sum + value, 0);
}

let crm: CrmSandbox;
let bench: DeliveryBench;

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  beforeEach(async () => {
    crm = await startCrmSandbox({ limits: { burst: 10_000, daily: 200_000 } });
    bench = await openBench(engine);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    const { violations } = crm.state;
    const told = /rosalind|quigley|555.?0142|river/i.exec(bench.logText());
    await crm.stop();
    await bench.stop();
    if (violations.length > 0) throw new Error(`Not as the CRM documents: ${JSON.stringify(violations)}`);
    if (told) throw new Error(`The log tells of the visitor: ${told[0]}`);
  });

  function connected() {
    const { HIGHLEVEL_API_BASE: apiBase, GHL_API_KEY: key, GHL_LOCATION_ID: locationId } = crm.settings;
    return {
      config: { crm: { apiBase, token: { key, locationId }, inboundWebhookUrl: null } },
      crm: createPrivateTokenAccess({ token: { key, locationId } }),
    };
  }
  const contacts = () => [...crm.state.contacts.values()];
  const fieldsOf = (contact: ReturnType<typeof contacts>[number]) => {
    const known = [...crm.state.locations.values()].flatMap((location) => location.customFields);
    return Object.fromEntries(
      contact.customFields.map(({ id, value }) => [known.find((field) => field.id === id)?.fieldKey, value]),
    );
  };

  test('a lead becomes a contact with its tags, fields and one note', async () => {
    const id = await bench.addLead();
    await bench.database.query
      .insertInto('consents')
      .values({
        id: 'c1',
        lead_id: id,
        kind: 'marketing',
        given: 1,
        version: 'v3',
        phone: null,
        email: null,
        page: '/buy',
        ip: null,
        user_agent: null,
        at: bench.clock.now,
      })
      .execute();
    await bench.worker(connected()).drain();

    const [contact, ...others] = contacts();
    if (!contact) throw new Error('There is no contact.');
    expect(others).toEqual([]);
    expect(contact).toMatchObject({ email: 'rosalind.quigley@example.com', phone: '+15155550142' });
    expect(contact.properties).toMatchObject({ firstName: 'Rosalind', source: 'Buy Page (/buy)' });
    expect(contact.tags).toEqual(['website lead', 'buyer', '/buy']);
    expect(fieldsOf(contact)).toEqual({
      'contact.inquiry_type': 'buying',
      'contact.message': 'Three bedrooms near the river, please.',
      'contact.contact_method': 'Email',
      'contact.referral_source': 'Google',
      'contact.utm_source': 'news',
      'contact.utm_campaign': 'spring',
      'contact.landing_page': '/buy',
    });
    expect(crm.state.notes.map((note) => note.body)).toEqual([
      [
        'Inquiry from the website',
        'Name: Rosalind Quigley',
        'E-mail: rosalind.quigley@example.com',
        'Phone: (515) 555-0142',
        'Inquiry type: buying',
        'Message: Three bedrooms near the river, please.',
        'fbclid: fb1',
        'First visit: 2026-05-20T10:00:00Z · / · https://example.org/',
        'Agreed to marketing texts and calls: yes',
        'Consent wording: v3',
        'Consent asked at: 2026-06-01T15:00:00.000Z',
        'From: Buyer consultation · /buy',
        'Received: 2026-06-01T15:00:00.000Z',
        `Lead reference: ${leadReference(id)}`,
      ].join('\n'),
    ]);
    const lead = await bench.database.query.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    expect(lead).toMatchObject({
      crm_contact_id: contact.id,
      crm_location_id: crm.settings.GHL_LOCATION_ID,
    });
    expect(await bench.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, lease_owner: null }]);
  });

  test('a later revision updates the contact and its note, and adds tags', async () => {
    const id = await bench.addLead({ first_name: null, notes: null });
    const worker = bench.worker(connected());
    await worker.drain();
    contacts()[0]?.tags.push('kept by the agent');
    await bench.changeLead(id, {
      first_name: 'Rosalind',
      notes: 'Second',
      tags: '["Website Lead","Seller"]',
    });
    await worker.drain();
    expect(contacts()).toHaveLength(1);
    expect(contacts()[0]?.properties).toMatchObject({ firstName: 'Rosalind' });
    expect(contacts()[0]?.tags).toEqual(['website lead', 'buyer', '/buy', 'kept by the agent', 'seller']);
    expect(crm.state.notes).toHaveLength(1);
    expect(crm.state.notes[0]?.body).toContain('Second');
  });

  test('an interrupted delivery continues with the current state of the lead', async () => {
    const id = await bench.addLead({ phone: null, phone_e164: null });
    const fail = (method: string, path: RegExp, status: number) =>
      vi
        .spyOn(globalThis, 'fetch')
        .mockImplementation(async (url, init) =>
          init?.method === method && path.test(new URL(new Request(url).url).pathname)
            ? Response.json({ statusCode: status, message: 'No.' }, { status })
            : genuineFetch(url, init),
        );
    const tagsFail = fail('POST', /\/tags$/, 500);
    await bench.worker(connected()).drain();
    tagsFail.mockRestore();
    await bench.changeLead(id, {
      first_name: 'Rosa',
      phone: '515-555-0142',
      phone_e164: '+15155550142',
      tags: '["Seller"]',
    });
    const contactFails = fail('PUT', /^\/contacts\/[^/]+$/, 422);
    await bench.worker(connected()).drain();
    expect(await bench.deliveries()).toMatchObject([{ state: 'waiting' }, { state: 'attention' }]);
    contactFails.mockRestore();
    // A retry of the first delivery sends the current revision, so its success also settles the second delivery.
    bench.clock.now += HOUR;
    await bench.worker(connected()).drain();
    expect(await bench.deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    expect(contacts()).toMatchObject([{ phone: '+15155550142', tags: ['seller'] }]);
    expect(crm.state.notes).toHaveLength(1);
  });

  test('a crash at any point leaves one contact, one note and all tags', async () => {
    let points = 0;
    for (const when of ['before', 'after'] as const) {
      for (let crashAt = 1; ; crashAt += 1) {
        const id = await bench.addLead({
          email: `rosalind.${when}${crashAt}@example.com`,
          phone_e164: null,
          phone: null,
        });
        let calls = 0;
        const fetchSpy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...input) => {
          calls += 1;
          if (calls !== crashAt) return genuineFetch(...input);
          if (when === 'after') await (await genuineFetch(...input)).text();
          // Simulates a crash: this call never settles.
          return new Promise(() => {});
        });
        let finished = false;
        const drained = bench
          .worker(connected())
          .drain()
          .then(() => {
            finished = true;
          });
        const hasCrashed = () => calls >= crashAt && crm.state.requests.every((one) => one.status !== null);
        const crashed = vi
          .waitUntil(() => finished || hasCrashed(), { timeout: CONDITION_LIMIT })
          .then(() => new Promise((resolve) => setTimeout(resolve, 50)));
        await Promise.race([drained, crashed]);
        fetchSpy.mockRestore();
        if (finished) {
          expect(calls).toBeLessThan(crashAt);
          break;
        }
        points += 1;
        expect(await bench.deliveries(id)).toMatchObject([{ state: 'sending' }]);
        await bench.worker(connected()).drain();
        expect(await bench.deliveries(id)).toMatchObject([{ state: 'sending' }]);
        bench.clock.now += 61_000;
        await bench.worker(connected()).drain();
        expect(await bench.deliveries(id)).toMatchObject([{ state: 'delivered' }]);
        const mine = contacts().filter(({ email }) => email === `rosalind.${when}${crashAt}@example.com`);
        expect(mine).toHaveLength(1);
        expect(mine[0]?.tags).toEqual(['website lead', 'buyer', '/buy']);
        expect(crm.state.notes.filter((note) => note.contactId === mine[0]?.id)).toHaveLength(1);
      }
    }
    // Ten points: before and after each of the calls for fields, search, create, tags and note.
    expect(points).toBe(10);
  });

  test.each([
    { unprocessableAfterWriteRate: 1, times: 2 },
    { timeoutAfterWriteRate: 1, hangMs: 50, times: 3 },
    { duplicateRate: 1, times: 4 },
    { garbage: 'html', times: 3 },
    { garbage: 'empty', times: 3 },
    { garbage: 'truncated', times: 3 },
    { garbage: 'wrong-shape', times: 3 },
    { down: true, times: 3 },
    { errorRate: 1, errorStatus: 503, times: 3 },
    { delayMs: 5000, only: 'POST /contacts/', times: 1 },
  ] as const)('%o: still one contact with one note', async (faults) => {
    await bench.addLead();
    crm.faults.set(faults);
    const placementTags = async () => ['Website Lead', 'Buyer'];
    const worker = bench.worker({ ...connected(), placementTags });
    for (let tries = 0; tries < 10; tries += 1) {
      await worker.drain();
      bench.clock.now += 10_000;
    }
    expect(await bench.deliveries()).toMatchObject([{ state: 'delivered' }]);
    expect(contacts()).toHaveLength(1);
    // A contact that somebody else has just created gets the form's own tags only.
    const own = 'duplicateRate' in faults ? [] : ['/buy'];
    expect(contacts()[0]?.tags).toEqual(['website lead', 'buyer', ...own]);
    expect(crm.state.notes).toHaveLength(1);
  });

  test('garbage for a day needs an operator, who is notified once; a retry delivers the lead', async () => {
    const told: DestinationAlert[] = [];
    const alerts = {
      attention: async (alert: DestinationAlert) => void told.push(alert),
      outage: async () => {},
      reconnect: async () => {},
    };
    const id = await bench.addLead();
    crm.faults.set({ garbage: 'html', only: 'GET /contacts/search/duplicate' });
    const worker = bench.worker({ ...connected(), alerts });
    for (let tries = 0; tries < 30; tries += 1) {
      await worker.drain();
      bench.clock.now += HOUR;
    }
    const [row] = await bench.deliveries();
    expect(row).toMatchObject({
      state: 'attention',
      last_error: 'The CRM answered 200 with what is not JSON.',
    });
    expect(row?.attempts).toBeGreaterThanOrEqual(20);
    expect(told).toMatchObject([{ destination: 'crm', attention: 1, waiting: 0 }]);
    crm.faults.clear();
    expect(await retryDelivery(bench.database, row?.id ?? '', bench.clock.now)).toBe(true);
    await worker.drain();
    expect(await bench.deliveries(id)).toMatchObject([{ state: 'delivered' }]);
    expect(contacts()).toHaveLength(1);
  });

  test('operators are not asked to reconnect a CRM that works again', async () => {
    const told: string[] = [];
    const alerts = {
      attention: async () => {},
      outage: async () => {},
      reconnect: async ({ reason }: DestinationAlert) => void told.push(reason),
    };
    const { query } = bench.database;
    const startedAt = performance.now();
    const good = connected();
    const locationId = crm.settings.GHL_LOCATION_ID;
    let access = createPrivateTokenAccess({ token: { key: 'revoked', locationId } });
    const worker = bench.worker({
      ...good,
      crm: { ...good.crm, credentials: () => access.credentials() },
      alerts,
    });
    // Another alert was sent a moment ago, so this one waits for an hour.
    await ensureCircuitRow(query, 'crm', bench.clock.now);
    await query.updateTable('destinations').set({ alerted_at: bench.clock.now }).execute();
    await bench.addLead();
    await worker.drain();
    expect(await query.selectFrom('destinations').select('state').execute()).toEqual([{ state: 'refused' }]);
    access = good.crm;
    await worker.drain();
    expect(await bench.deliveries()).toMatchObject([{ state: 'delivered' }]);
    bench.clock.now += HOUR + 60_000;
    vi.spyOn(performance, 'now').mockReturnValue(startedAt + HOUR);
    await worker.drain();
    expect(told).toEqual([]);
  });

  test('with rejected credentials, all leads wait without attempts until there are new ones', async () => {
    const told: string[] = [];
    const alerts = {
      attention: async () => {},
      outage: async () => {},
      reconnect: async ({ reason }: DestinationAlert) => void told.push(reason),
    };
    for (let n = 0; n < 20; n += 1) await bench.addLead({ email: `rosalind${n}@example.com` });
    const good: CrmCredentials = {
      token: crm.settings.GHL_API_KEY,
      locationId: crm.settings.GHL_LOCATION_ID,
    };
    let credentials = { ...good, token: 'revoked' };
    const access = {
      state: () => Promise.resolve('ready' as const),
      credentials: () => Promise.resolve(credentials),
      refused: vi.fn<() => Promise<void>>(() => Promise.resolve()),
      accepted: () => Promise.resolve(),
      renew: () => Promise.resolve(null),
      fix: () => 'Correct GHL_API_KEY.',
      onReconnect: () => {},
      onReady: () => {},
    };
    const worker = bench.worker({ ...connected(), crm: access, alerts });
    await worker.drain();
    await worker.drain();
    const refusedCalls = crm.state.requests.length;
    // The calls that were already in flight, plus one probe.
    expect(refusedCalls).toBeLessThanOrEqual(21);
    expect(await bench.deliveries()).toEqual(
      Array.from({ length: 20 }, () => expect.objectContaining({ state: 'waiting', attempts: 0 })),
    );
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('GHL_API_KEY');
    expect(access.refused).toHaveBeenCalled();
    credentials = good;
    await worker.drain();
    const after = await bench.deliveries();
    expect(after.filter((row) => row.state !== 'delivered')).toEqual([]);
  });

  test('a connection that ends after the claim costs no attempt', async () => {
    await bench.addLead();
    const options = connected();
    const credentials = await options.crm.credentials();
    let asked = 0;
    // Credentials still exist when the lane claims the lead, and are gone when the delivery uses them.
    const crmAccess = {
      ...options.crm,
      credentials: () => Promise.resolve(asked++ === 0 ? credentials : null),
    };
    await bench.worker({ ...options, crm: crmAccess }).drain();
    expect(asked).toBeGreaterThan(2);
    expect(await bench.deliveries()).toMatchObject([{ state: 'waiting', attempts: 0, last_error: null }]);
    await bench.worker(options).drain();
    expect(await bench.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }]);
  });

  test('a token for another location needs an operator, too', async () => {
    await bench.addLead();
    const other = [...crm.state.locations.keys()].find((id) => id !== crm.settings.GHL_LOCATION_ID) ?? '';
    const options = connected();
    const worker = bench.worker({
      ...options,
      crm: createPrivateTokenAccess({ token: { key: crm.settings.GHL_API_KEY, locationId: other } }),
    });
    await worker.drain();
    expect(await bench.deliveries()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    const [circuit] = await bench.database.query.selectFrom('destinations').selectAll().execute();
    expect(circuit).toMatchObject({ state: 'refused' });
    expect(circuit?.reason).toContain('GHL_LOCATION_ID');
  });

  test('a lead that a firewall refuses with a 403 is retried until an operator must decide; others are delivered', async () => {
    const blocked = await bench.addLead({ email: 'blocked@example.com', phone: null, phone_e164: null });
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) =>
      `${new Request(url).url} ${typeof init?.body === 'string' ? init.body : ''}`.includes('blocked')
        ? new Response('<html><title>Access denied</title></html>', { status: 403 })
        : genuineFetch(url, init),
    );
    const worker = bench.worker(connected());
    await worker.drain();
    const other = await bench.addLead();
    for (let tries = 0; tries < 30; tries += 1) {
      await worker.drain();
      bench.clock.now += HOUR;
    }
    expect(await bench.deliveries(other)).toMatchObject([{ state: 'delivered', attempts: 1 }]);
    const [row] = await bench.deliveries(blocked);
    expect(row).toMatchObject({ state: 'attention', last_error: 'The CRM answered 403' });
    expect(row?.attempts).toBeGreaterThanOrEqual(20);
  });

  test('a lead that the CRM rejects needs an operator immediately, with a message without personal data', async () => {
    await bench.addLead({ email: 'rosalind@@example', phone: null, phone_e164: null });
    await bench.worker(connected()).drain();
    const [row] = await bench.deliveries();
    expect(row).toMatchObject({ state: 'attention', attempts: 1 });
    expect(row?.last_error).toMatch(/^The CRM answered 422: .*retry\.$/);
    const stories = await bench.database.query.selectFrom('lead_events').selectAll().execute();
    expect(stories.map((one) => one.kind)).toEqual(['delivery-attention']);
    expect(JSON.stringify([stories, row])).not.toMatch(/rosalind/i);
  });

  test.each([
    'email duplicate@example.com is not taken',
    'firstName: Not Found',
    'Contact duplicated or not found, out of scope',
  ])('a refusal is not classified by words in it, which may be visitor input: %s', async (message) => {
    const before = await unknownTexts();
    await bench.addLead({ phone: null, phone_e164: null, attribution: null });
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) =>
      init?.method === 'POST' && new URL(new Request(url).url).pathname === '/contacts/'
        ? Response.json({ statusCode: 400, message }, { status: 400 })
        : genuineFetch(url, init),
    );
    await bench.worker(connected()).drain();
    expect(await bench.deliveries()).toMatchObject([{ state: 'attention', attempts: 1 }]);
    expect(await unknownTexts()).toBeGreaterThan(before);
  });

  test('a duplicate is recognized by its fields, in any language', async () => {
    await bench.addLead();
    await bench.worker(connected()).drain();
    const [contact] = contacts();
    if (!contact) throw new Error('There is no contact.');
    await bench.addLead({ email: 'rosalind.other@example.com', phone: null, phone_e164: null });
    const meta = { contactId: contact.id, matchingField: 'email' };
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) =>
      init?.method === 'POST' && new URL(new Request(url).url).pathname === '/contacts/'
        ? Response.json({ statusCode: 400, message: 'Kontakt existiert bereits.', meta }, { status: 400 })
        : genuineFetch(url, init),
    );
    const before = await unknownTexts();
    await bench.worker(connected()).drain();
    expect(await bench.deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
    expect(crm.state.notes.map(({ contactId }) => contactId)).toEqual([contact.id, contact.id]);
    expect(await unknownTexts()).toBe(before);
  });

  test('two leads of one person are one contact with two notes', async () => {
    await bench.addLead();
    await bench.addLead({ tags: '["Website Lead","Seller"]' });
    await bench.worker(connected()).drain();
    expect(contacts()).toHaveLength(1);
    expect(contacts()[0]?.tags.toSorted()).toEqual(['/buy', 'buyer', 'seller', 'website lead']);
    expect(crm.state.notes).toHaveLength(2);
    expect(await bench.deliveries()).toMatchObject([{ state: 'delivered' }, { state: 'delivered' }]);
  });

  test('with the address of one contact and the number of another, the number is only in the note', async () => {
    const worker = bench.worker(connected());
    await bench.addLead({ phone: null, phone_e164: null });
    await bench.addLead({ email: 'other@example.com' });
    await worker.drain();
    expect(contacts()).toHaveLength(2);
    await bench.addLead({ phone: '(515) 555-0142 x204' });
    await worker.drain();
    expect(contacts()).toHaveLength(2);
    expect(crm.state.notes).toHaveLength(3);
    expect(crm.state.notes[2]?.body).toContain('Phone: (515) 555-0142 x204');
    expect(crm.state.notes[2]?.body).not.toContain('Number as typed');
  });

  test('a deleted contact is created again', async () => {
    const id = await bench.addLead();
    const worker = bench.worker(connected());
    await worker.drain();
    crm.state.contacts.clear();
    crm.state.notes.length = 0;
    await bench.changeLead(id, { last_name: 'Quigley-Hart' });
    await worker.drain();
    expect(contacts()).toHaveLength(1);
    expect(crm.state.notes).toHaveLength(1);
  });

  test('a contact that was merged with another keeps its one note', async () => {
    const id = await bench.addLead();
    await bench.worker(connected()).drain();
    // Simulates a merge in the CRM: the other contact takes over all data of this one.
    const [joined] = contacts();
    if (!joined) throw new Error('There is no contact.');
    crm.state.contacts.delete(joined.id);
    crm.state.contacts.set('the other', { ...joined, id: 'the other' });
    for (const note of crm.state.notes) note.contactId = 'the other';
    await bench.changeLead(id, { notes: 'Second' });
    await bench.worker(connected()).drain();
    expect(contacts()).toHaveLength(1);
    expect(crm.state.notes).toMatchObject([
      { contactId: 'the other', body: expect.stringContaining('Second') },
    ]);
  });

  test('unsubscribing removes the tag, and no late delivery restores it', async () => {
    const id = await bench.addLead({ tags: '["Website Lead","Market Report"]' });
    const { query } = bench.database;
    const email = 'rosalind.quigley@example.com';
    await query
      .insertInto('subscriptions')
      .values({ email, lead_id: id, name: null, areas: 'all', since: 0, unsubscribed_at: null })
      .execute();
    const worker = bench.worker({
      ...connected(),
      unsubscribeLink: () => 'https://site.example/unsubscribe/t',
    });
    await worker.drain();
    expect(contacts()[0]?.tags).toEqual(['website lead', 'market report']);
    expect(crm.state.notes[0]?.body).toContain('Unsubscribe link: https://site.example/unsubscribe/t');
    await query.updateTable('subscriptions').set({ unsubscribed_at: 1 }).execute();
    await bench.changeLead(id, {});
    await worker.drain();
    expect(contacts()[0]?.tags).toEqual(['website lead', 'market report unsubscribed']);
    await query.updateTable('subscriptions').set({ unsubscribed_at: null }).execute();
    await bench.changeLead(id, {});
    await worker.drain();
    expect(contacts()[0]?.tags).toEqual(['website lead', 'market report']);
  });

  test('a stopping worker releases unfinished deliveries without counting an attempt', async () => {
    await bench.addLead();
    crm.faults.set({ delayMs: 60_000 });
    const worker = bench.worker({ ...connected(), stopTimeoutMs: 50 });
    worker.start();
    await expect.poll(() => crm.state.requests.length).toBe(1);
    await worker.stop();
    await expect
      .poll(() => bench.deliveries())
      .toMatchObject([{ state: 'waiting', attempts: 0, lease_owner: null }]);
    crm.faults.clear();
    await bench.worker(connected()).drain();
    expect(contacts()).toHaveLength(1);
  });

  test('with a token that cannot read the custom fields, everything goes into the note', async () => {
    const [token] = crm.state.tokens.values();
    if (token) token.scopes = token.scopes.filter((scope) => scope !== 'locations/customFields.readonly');
    await bench.addLead();
    await bench.worker(connected()).drain();
    expect(contacts()[0]?.customFields).toEqual([]);
    expect(crm.state.notes[0]?.body).toContain('Message: Three bedrooms near the river, please.');
  });
});
