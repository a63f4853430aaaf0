import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { redactCrmEvents } from '../../server/crm/webhooks/leads-of-contact.ts';
import { deleteOldLeads } from '../../server/leads/store/delete-leads.ts';
import { deleteExpiredRows } from '../../server/operators/accounts/delete-expired-rows.ts';
import { supportedWebhookEvents } from '../../src/contracts/operators/webhooks.ts';
import { onEachEngine } from './database-engines.ts';
import { leadBrowser } from './post-lead.ts';
import { signIn } from './sign-in.ts';
import { runWebhookApp, storedEvents, type WebhookApp } from './webhook-app.ts';

const DAY = 24 * 60 * 60_000;
/** The contact id in HighLevel's example events. */
const CONTACT = 'nmFmQEsNgz6AVpgLVUJ0';
const EMAIL = 'johndeo@GMAIL.comm';
const PHONE = '+919509597501';
const APPOINTED = '9NkT25Vor1v4aQatFsv2';

onEachEngine((newDatabase) => {
  let site: WebhookApp;
  beforeEach(async () => {
    site = await runWebhookApp(await newDatabase());
  });
  afterEach(() => site.stop());

  /** Submits a lead with these details and returns its id. */
  async function leave(given: Record<string, unknown>): Promise<string> {
    const { status, body } = await leadBrowser(site.app).post({
      session: randomUUID(),
      tags: ['Website Lead', 'Buyer'],
      source: 'Buy Page',
      ...given,
    });
    expect(status).toBe(200);
    // The `contactId` of the response is the lead's id, with or without a prefix.
    return String(body['contactId']);
  }

  /** Links a lead to a CRM contact, as a delivery does. */
  async function link(id: string, contactId = CONTACT, locationId = site.locationId): Promise<void> {
    await site.app.database.query
      .updateTable('leads')
      .set({ crm_contact_id: contactId, crm_location_id: locationId })
      .where('id', '=', id)
      .execute();
  }

  const leadOf = (id: string) =>
    site.app.database.query.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  /** Returns the entries that CRM events added to a lead's history. */
  async function storyOf(id: string): Promise<[string, Record<string, unknown>][]> {
    const rows = await site.app.database.query
      .selectFrom('lead_events')
      .select(['kind', 'detail', 'at'])
      .where('lead_id', '=', id)
      .where('kind', 'like', 'crm-%')
      .execute();
    return rows.map(({ kind, detail }) => {
      const { event, ...rest }: Record<string, unknown> = JSON.parse(detail ?? '{}');
      expect(event).toEqual(expect.any(String));
      return [kind, rest];
    });
  }

  test('each supported event is added to its lead, matched by contact id', async () => {
    const id = await leave({ email: 'someone@example.com' });
    const other = await leave({ email: 'other@example.com' });
    await link(id);
    for (const { name } of supportedWebhookEvents) {
      const isContact = name.startsWith('Contact');
      const appointment = { id: `appointment-${name}`, contactId: CONTACT, appointmentStatus: 'confirmed' };
      const change = isContact ? { tags: ['buyer', name] } : { type: name, appointment };
      expect(await site.send(name, { change })).toBe(200);
    }
    expect((await storyOf(id)).map(([kind]) => kind).toSorted()).toEqual([
      'crm-appointment-created',
      'crm-appointment-deleted',
      'crm-appointment-updated',
      'crm-contact-created',
      'crm-contact-updated',
      'crm-tags-updated',
    ]);
    expect(await storyOf(other)).toEqual([]);
    const rows = await storedEvents(site.app);
    expect(new Set(rows.map((row) => row.lead_id))).toEqual(new Set([id]));
  });

  test('any other event is stored and shown, and changes no lead', async () => {
    const id = await leave({ email: EMAIL });
    await link(id);
    for (const name of ['ContactDelete', 'ContactDndUpdate', 'AppInstall', 'AppUninstall']) {
      expect(await site.send(name)).toBe(200);
    }
    expect((await storedEvents(site.app)).map((row) => row.type).toSorted()).toEqual([
      'ContactDelete',
      'ContactDndUpdate',
      'INSTALL',
      'UNINSTALL',
    ]);
    expect(await storyOf(id)).toEqual([]);
    expect(await leadOf(id)).toMatchObject({ crm_contact_id: CONTACT, email: EMAIL });
  });

  test('a new contact is linked to the leads with its e-mail address, which are otherwise unchanged', async () => {
    const first = await leave({ email: EMAIL, firstName: 'Johnny', phone: '(515) 555-0142' });
    const second = await leave({ email: EMAIL.toLowerCase() });
    const before = await leadOf(first);
    expect(await site.send('ContactCreate')).toBe(200);
    expect(await leadOf(first)).toEqual({
      ...before,
      crm_contact_id: CONTACT,
      crm_location_id: site.locationId,
    });
    expect((await leadOf(second)).crm_contact_id).toBe(CONTACT);
    const tags = { added: ['id magna sed Lorem', 'Duis dolor commodo aliqua'], removed: [] };
    expect(await storyOf(first)).toEqual([
      ['crm-contact-created', { changed: ['firstName', 'phone'], ...tags }],
    ]);
    // The leads are now linked to the contact, so its appointments are matched to them, too.
    const appointment = { id: 'a1', contactId: CONTACT, startTime: '2026-12-01T10:00:00-06:00' };
    await site.send('AppointmentCreate', { change: { appointment } });
    expect((await storyOf(second)).map(([kind]) => kind)).toEqual([
      'crm-contact-created',
      'crm-appointment-created',
    ]);
  });

  test('a contact is matched by phone number unless the e-mail addresses differ', async () => {
    const byNumber = await leave({ phone: '(515) 555-0142' });
    const household = await leave({ phone: '515-555-0142', email: 'another@example.com' });
    await site.send('ContactCreate', { change: { phone: '+15155550142' } });
    expect((await leadOf(byNumber)).crm_contact_id).toBe(CONTACT);
    expect((await leadOf(household)).crm_contact_id).toBeNull();
    expect(await storyOf(household)).toEqual([]);
  });

  test('values that databases do not accept are excluded from the lookup, and the event is stored', async () => {
    const byNumber = await leave({ phone: '(515) 555-0143' });
    const change = { email: 'an\u0000n@example.com', firstName: '\u0000', phone: '+15155550143' };
    expect(await site.send('ContactCreate', { change })).toBe(200);
    expect((await leadOf(byNumber)).crm_contact_id).toBe(CONTACT);
  });

  test('a contact of an unknown location is matched to no lead', async () => {
    const id = await leave({ email: EMAIL });
    const delivered = await leave({ email: 'delivered@example.com' });
    await link(delivered);
    const change = { locationId: 'strangersLocation01' };
    expect(await site.send('ContactCreate', { change })).toBe(200);
    expect(await leadOf(id)).toMatchObject({ crm_contact_id: null, crm_location_id: null });
    expect([...(await storyOf(id)), ...(await storyOf(delivered))]).toEqual([]);
    // Locations connected by OAuth belong to the site, too.
    await site.app.database.query
      .insertInto('crm_grants')
      .values({
        id: 'strangersLocation01',
        location_id: 'strangersLocation01',
        location_name: null,
        company_id: null,
        access_token: 'x',
        refresh_token: 'x',
        scope: null,
        issued_at: 0,
        expires_at: 0,
        generation: 1,
        fault: null,
        refresh_begun_at: null,
        refresh_after: 0,
        refresh_failures: 0,
        forced_at: null,
        state: 'ready',
        reason: null,
        refresh_lease: null,
        refresh_lease_until: null,
        connected_by: null,
        connected_at: 0,
        updated_at: 0,
      })
      .execute();
    await site.send('ContactCreate', { change });
    expect((await leadOf(id)).crm_location_id).toBe('strangersLocation01');
  });

  test('tag changes are relative to the last event, or to the delivery of the lead', async () => {
    const id = await leave({ email: EMAIL });
    await link(id);
    const own: string[] = JSON.parse((await leadOf(id)).tags);
    expect(own).toContain('Buyer');
    // The CRM stores tags in lower case.
    const others = own.filter((tag) => tag !== 'Buyer').map((tag) => tag.toLowerCase());
    await site.send('ContactTagUpdate', { change: { tags: [...others, 'hot'] } });
    site.clock.now += 1000;
    await site.send('ContactTagUpdate', { change: { tags: [...others, 'cold'] } });
    const story = await storyOf(id);
    expect(story[0]).toEqual(['crm-tags-updated', { added: ['hot'], removed: ['Buyer'] }]);
    expect(story[1]).toEqual(['crm-tags-updated', { added: ['cold'], removed: ['hot'] }]);
  });

  test('a changed contact is recorded with field names, never with values', async () => {
    const id = await leave({ email: EMAIL, phone: '(515) 555-0142' });
    await link(id);
    await site.send('ContactUpdate', { change: { email: EMAIL, phone: PHONE, tags: [] } });
    site.clock.now += 1000;
    await site.send('ContactUpdate', {
      change: { email: 'new@example.com', phone: PHONE, firstName: 'Jane', tags: [] },
    });
    const story = await storyOf(id);
    expect(story.map(([, detail]) => detail['changed'])).toEqual([['phone'], ['firstName', 'email']]);
    expect(JSON.stringify(story)).not.toMatch(/gmail|example\.com|Jane|9597501/i);
    expect(await leadOf(id)).toMatchObject({ email: EMAIL, phone: '(515) 555-0142', first_name: null });
  });

  test('a known appointment in an AppointmentCreate event counts as changed, as in HighLevel’s examples', async () => {
    const id = await leave({ email: EMAIL });
    await link(id, APPOINTED);
    // All three example bodies have the type AppointmentCreate.
    await site.send('AppointmentCreate');
    site.clock.now += 1000;
    await site.send('AppointmentUpdate');
    site.clock.now += 1000;
    await site.send('AppointmentDelete');
    const when = { startTime: '2023-09-25T16:00:00+05:30', endTime: '2023-09-25T16:00:00+05:30' };
    const detail = { appointment: '0007BWpSzSwfiuSl0tR2', status: 'confirmed', ...when };
    expect(await storyOf(id)).toEqual([
      ['crm-appointment-created', detail],
      ['crm-appointment-updated', detail],
      ['crm-appointment-updated', detail],
    ]);
    const rows = await storedEvents(site.app);
    expect(rows.map((row) => row.type)).toEqual([
      'AppointmentCreate',
      'AppointmentUpdate',
      'AppointmentUpdate',
    ]);
  });

  test('operators read the newest hundred; nobody else does', async () => {
    expect((await fetch(`${site.app.url}/api/webhooks/ghl/events`)).status).toBe(401);
    for (let count = 0; count < 101; count += 1) {
      site.clock.now += 1;
      await site.send('ContactTagUpdate', { change: { id: `contact${count}` } });
    }
    const operator = await signIn(site.app);
    const answer = await operator.fetch('/api/webhooks/ghl/events');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { events } = await answer.json();
    expect(events).toHaveLength(100);
    expect(events[0]).toEqual({
      id: expect.any(String),
      event: 'ContactTagUpdate',
      timestamp: new Date(site.clock.now).toISOString(),
      locationId: site.locationId,
      data: expect.objectContaining({ type: 'ContactTagUpdate', id: 'contact100' }),
      leadId: null,
    });
    expect(events[99].data.id).toBe('contact1');
  });

  /** Returns the type and contact id of the CRM events in a lead's data export. */
  async function exported(id: string): Promise<[string, string][]> {
    const operator = await signIn(site.app);
    const file = await (await operator.fetch(`/api/admin/leads/${id}/export.json`)).json();
    return file.crmEvents.map(({ type, body }: { type: string; body: { id: string } }) => [type, body.id]);
  }

  /** Returns the types of the stored events, and whether each still has its body. */
  const kept = async () =>
    Object.fromEntries((await storedEvents(site.app)).map(({ type, body }) => [type, body !== '']));

  test('events that came before the lead, or are never linked, are exported and emptied with it', async () => {
    await site.send('ContactCreate');
    await site.send('ContactDndUpdate', { change: { id: CONTACT } });
    await site.send('ContactUpdate', { change: { id: 'somebody-else' } });
    const id = await leave({ email: 'ann.lee@example.com' });
    await link(id);
    const given = await exported(id);
    expect(given).toHaveLength(2);
    expect(given).toEqual(
      expect.arrayContaining([
        ['ContactCreate', CONTACT],
        ['ContactDndUpdate', CONTACT],
      ]),
    );
    const operator = await signIn(site.app);
    expect((await operator.send('POST', `/api/admin/leads/${id}/delete`)).status).toBe(200);
    expect(await kept()).toEqual({ ContactCreate: false, ContactDndUpdate: false, ContactUpdate: true });
  });

  test('the same contact id in another location is another contact', async () => {
    await site.send('ContactCreate', { change: { locationId: 'another-location' } });
    const id = await leave({ email: 'ann.lee@example.com' });
    await link(id);
    expect(await exported(id)).toEqual([]);
    await site.app.database.query.transaction().execute((change) => redactCrmEvents(change, [id]));
    expect(await kept()).toEqual({ ContactCreate: true });
  });

  test('events are kept for the contact’s other lead, and emptied with the last one', async () => {
    const { database } = site.app;
    const first = await leave({ email: EMAIL });
    await site.send('ContactCreate');
    await site.send('ContactDndUpdate', { change: { id: CONTACT } });
    const second = await leave({ email: EMAIL });
    await link(second);
    const age = (id: string) =>
      database.query.updateTable('leads').set({ updated_at: 1 }).where('id', '=', id).execute();
    await database.query.updateTable('deliveries').set({ state: 'delivered' }).execute();

    await age(first);
    expect(await deleteOldLeads(database, 2)).toBe(1);
    expect(await kept()).toEqual({ ContactCreate: true, ContactDndUpdate: true });
    const rows = await storedEvents(site.app);
    expect(rows.find(({ type }) => type === 'ContactCreate')?.lead_id).toBe(second);
    await age(second);
    expect(await deleteOldLeads(database, 2)).toBe(1);
    expect(await storedEvents(site.app)).toMatchObject([
      { body: '', lead_id: null, crm_contact_id: null },
      { body: '', lead_id: null, crm_contact_id: null },
    ]);
  });

  test('emptying an event that was matched by e-mail address also empties the others of its contact', async () => {
    const id = await leave({ email: EMAIL });
    await link(id, 'contact-it-was-delivered-to');
    await site.send('ContactCreate');
    await site.send('ContactDndUpdate', { change: { id: CONTACT } });
    await site.app.database.query.transaction().execute((change) => redactCrmEvents(change, [id]));
    expect(await kept()).toEqual({ ContactCreate: false, ContactDndUpdate: false });
  });

  test('events are kept for ninety days; those of a deleted lead are emptied, and a repeat does not restore them', async () => {
    const { query } = site.app.database;
    const id = await leave({ email: EMAIL });
    await site.send('ContactCreate');
    await query.transaction().execute((transaction) => redactCrmEvents(transaction, [id]));
    expect(await site.again()).toBe(200);
    expect(await storedEvents(site.app)).toMatchObject([{ body: '', lead_id: null, crm_contact_id: null }]);
    const operator = await signIn(site.app);
    const { events } = await (await operator.fetch('/api/webhooks/ghl/events')).json();
    expect(events).toMatchObject([{ event: 'ContactCreate', data: null, leadId: null }]);
    await deleteExpiredRows(query, site.clock.now + 90 * DAY - 1);
    expect(await storedEvents(site.app)).toHaveLength(1);
    await deleteExpiredRows(query, site.clock.now + 90 * DAY);
    expect(await storedEvents(site.app)).toEqual([]);
  });
});
