import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startCrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { LEAD_STORED_STATUS_TEXT } from '../../src/contracts/leads/lead-request.ts';
import { onEachEngine } from './database-engines.ts';
import { runApp } from './running-app.ts';
import { callSandbox } from './sandbox-call.ts';

onEachEngine((newDatabase) => {
  test('a submitted form reaches the CRM, and its workflow is called', async () => {
    const crm = await startCrmSandbox();
    const app = await runApp({ ...(await newDatabase()), ...crm.settings }, undefined, { deliver: true });
    const session = randomUUID();
    const post = async (body: object) => {
      const response = await fetch(`${app.url}/api/ghl/contact`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: app.url },
        body: JSON.stringify({ session, form: 'lead-form', page: '/buy', source: 'Buy Page', ...body }),
      });
      return response.json();
    };
    const first = await post({ step: 1, email: 'wren.ashdown@example.com', tags: ['Website Lead', 'Buyer'] });
    expect(first).toMatchObject({ status: LEAD_STORED_STATUS_TEXT, isLocalOnly: false });
    const second = await post({
      step: 2,
      contactId: first.contactId,
      firstName: 'Wren',
      lastName: 'Ashdown',
      email: 'wren.ashdown@example.com',
      phone: '515-555-0142 x204',
      tags: ['Website Lead', 'Buyer'],
      customData: { message: 'A porch.' },
    });
    expect(second).toMatchObject({ status: LEAD_STORED_STATUS_TEXT });
    await expect
      .poll(async () => {
        const rows = await app.database.query.selectFrom('deliveries').select('state').execute();
        return rows.length > 0 && rows.every(({ state }) => state === 'delivered');
      })
      .toBe(true);
    const contacts = [...crm.state.contacts.values()];
    expect(contacts).toHaveLength(1);
    expect(contacts[0]?.phone).toBe('+15155550142');
    expect(contacts[0]?.properties).toMatchObject({ firstName: 'Wren', lastName: 'Ashdown' });
    expect(contacts[0]?.tags).toEqual(['website lead', 'buyer', '/buy', 'buy page', 'buying']);
    expect(crm.state.notes).toHaveLength(1);
    expect(crm.state.notes[0]?.body).toContain('Phone: 515-555-0142 x204');
    const last = crm.state.triggerCalls.at(-1);
    expect(last).toMatchObject({
      known: true,
      body: {
        firstName: 'Wren',
        customData: { message: 'A porch.', phone_as_typed: '515-555-0142 x204' },
      },
    });
    const { query } = app.database;
    const ids = await query
      .selectFrom('deliveries')
      .select('id')
      .where('destination', '=', 'workflow')
      .execute();
    expect(ids.map(({ id }) => id)).toContain(last?.headers['idempotency-key']);
    const stories = await query.selectFrom('lead_events').selectAll().execute();
    const workflow = stories.filter((one) => one.kind === 'delivered' && one.detail?.includes('"workflow"'));
    expect(workflow.at(-1)?.detail).toContain(LEAD_STORED_STATUS_TEXT);
    await app.stop();
    await crm.stop();
  });

  test('on a contact of the agent, a form puts the tags that its editor gave to it, and no other', async () => {
    const crm = await startCrmSandbox();
    const app = await runApp({ ...(await newDatabase()), ...crm.settings }, undefined, { deliver: true });
    const { GHL_LOCATION_ID: locationId } = crm.settings;
    const client = { email: 'client@example.com', firstName: 'Wren', tags: ['client'] };
    await callSandbox(crm, 'POST', '/contacts/', { body: { locationId, ...client } });
    const touch = { landing: '/buy', at: new Date().toISOString(), utm_campaign: 'start-workflow' };
    const answer = await fetch(`${app.url}/api/ghl/contact`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: app.url },
      body: JSON.stringify({
        session: randomUUID(),
        form: 'lead-form',
        step: 1,
        page: '/buy',
        source: 'Start this',
        email: client.email,
        tags: ['Website Lead', 'Buyer', 'Send contract'],
        addTags: ['Refund'],
        customData: { inquiryType: 'selling' },
        attribution: { first: touch, last: touch },
      }),
    });
    expect(answer.status).toBe(200);
    await expect.poll(() => crm.state.notes).toHaveLength(1);
    const [contact] = crm.state.contacts.values();
    expect(contact?.tags).toEqual(['client', 'website lead', 'buyer']);
    const [note] = crm.state.notes;
    for (const tag of ['Send contract', 'Refund', 'Start this', 'start-workflow', '/buy', 'seller']) {
      expect(note?.body).toMatch(new RegExp(`^Tags not added to the contact: .*${tag}`, 'm'));
    }
    expect(note?.body).toContain('UTM campaign: start-workflow');
    await app.stop();
    await crm.stop();
  });
});
