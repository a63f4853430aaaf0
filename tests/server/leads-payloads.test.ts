import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEachEngine } from './database-engines.ts';
import { leadBrowser, storedRows } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';

const STORED = 'Success: request sent to trigger execution server';

onEachEngine((newDatabase) => {
  let app: RunningApp;
  beforeEach(async () => {
    app = await runApp(await newDatabase(), undefined, { crmReady: () => true });
  });
  afterEach(() => app.stop());

  describe('the payloads of both specifications, verbatim', () => {
    it('document 1, two-step form, on either endpoint', async () => {
      for (const path of ['/api/ghl/contact', '/.netlify/functions/ghl-webhook']) {
        const browser = leadBrowser(app);
        const first = await browser.post(
          { source: 'Home Page', tags: ['Website Lead', 'Real Estate'], email: 'ann@example.com' },
          path,
        );
        expect(first).toMatchObject({ status: 200, body: { success: true, contactId: expect.any(String) } });
        const second = await browser.post(
          {
            firstName: 'Ann',
            lastName: 'Lee',
            email: 'ann@example.com',
            phone: '(515) 555-0123',
            source: 'Home Page',
            tags: ['Website Lead'],
            addTags: ['buyer'],
            notes: 'Inquiry: buying',
          },
          path,
        );
        expect(second.status).toBe(200);
      }
      const { leads } = await storedRows(app);
      expect(leads.at(-1)).toMatchObject({
        form: 'api',
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'ann@example.com',
        phone: '(515) 555-0123',
        phone_e164: '+15155550123',
        source: 'Home Page',
        notes: 'Inquiry: buying',
        tags: JSON.stringify(['Website Lead', 'buyer', 'Home Page']),
        progress: 'details',
        status: 'open',
      });
    });

    it('document 1, market report: status and id, subscription, then the contact’s change', async () => {
      const browser = leadBrowser(app);
      const first = await browser.post({
        source: 'Market Report',
        tags: ['Website Lead'],
        phone: '5155550123',
      });
      expect(first.body).toMatchObject({ status: STORED, id: first.body['contactId'] });
      const subscribed = await browser.post(
        { name: 'Ann Lee', email: 'Ann@Example.com', phone: '5155550123', areas: 'ankeny' },
        '/api/market-reports',
      );
      expect(subscribed.status).toBe(200);
      const changed = await browser.put(String(first.body['id']), {
        firstName: 'Ann',
        lastName: 'Lee',
        email: 'Ann@Example.com',
        source: 'Market Report',
        tags: ['Website Lead'],
        addTags: ['market-report'],
        customData: { area_of_interest: 'ankeny' },
      });
      expect(changed.body).toMatchObject({ success: true, contactId: first.body['id'] });
      const { leads, subscriptions } = await storedRows(app);
      expect(leads.find(({ id }) => id === first.body['id'])).toMatchObject({
        first_name: 'Ann',
        last_name: 'Lee',
        email: 'Ann@Example.com',
        phone_e164: '+15155550123',
        areas: 'ankeny',
        tags: JSON.stringify(['Website Lead', 'Market Report', 'market-report']),
        revision: 2,
      });
      expect(subscriptions).toMatchObject([
        { email: 'ann@example.com', name: 'Ann Lee', areas: 'ankeny', unsubscribed_at: null },
      ]);
    });

    it('document 2, contact form', async () => {
      const { status, body } = await leadBrowser(app).post(
        {
          firstName: 'Ann',
          lastName: 'Lee',
          email: 'ann@example.com',
          phone: '515-555-0123',
          source: 'Contact Page',
          tags: ['Website Lead', '/contact'],
          notes: 'Inquiry: selling',
          customData: { inquiryType: 'selling' },
        },
        '/api/contact',
      );
      expect({ status, text: body['status'] }).toEqual({ status: 200, text: STORED });
      expect((await storedRows(app)).leads).toMatchObject([
        { inquiry_type: 'selling', source: 'Contact Page' },
      ]);
    });

    it('document 2, two-step form, with its custom data', async () => {
      const browser = leadBrowser(app);
      await browser.post({ phone: '515.555.0123', source: 'Buy Page', tags: ['Buyer'] });
      const second = await browser.post({
        firstName: 'Ann',
        lastName: 'Lee',
        email: '',
        phone: '515.555.0123',
        source: 'Buy Page (/buy)',
        customData: {
          message: 'Two bedrooms,\nplease.',
          contactMethod: 'phone',
          campaign: 'spring',
          utm_source: 'news',
          utm_medium: 'email',
        },
        tags: ['Buyer', '/buy'],
      });
      expect(second.status).toBe(200);
      const lead = (await storedRows(app)).leads.at(-1);
      expect(lead).toMatchObject({
        source: 'Buy Page (/buy)',
        message: 'Two bedrooms,\nplease.',
        contact_method: 'phone',
        email: null,
      });
      expect(JSON.parse(lead?.attribution ?? '')).toMatchObject({
        first: { utm_source: 'news', utm_medium: 'email', utm_campaign: 'spring' },
      });
    });

    it('urlencoded, with the same keys', async () => {
      const response = await leadBrowser(app).send(
        'POST',
        '/api/contact',
        'firstName=Ann&email=ann%40example.com&tags[]=a&tags[]=b&addTags=true&customData[message]=Hi',
        { 'content-type': 'application/x-www-form-urlencoded' },
      );
      expect(response.status).toBe(200);
      expect((await storedRows(app)).leads).toMatchObject([
        { email: 'ann@example.com', message: 'Hi', tags: '["a","b"]' },
      ]);
    });
  });

  it('a lead is stored although a value that is too long has an emoji where it is cut', async () => {
    const source = `${'x'.repeat(299)}😀`;
    const { status } = await leadBrowser(app).post({ email: 'ann@example.com', source, page: `/${source}` });
    expect(status).toBe(200);
    expect((await storedRows(app)).leads).toMatchObject([{ source: 'x'.repeat(299) }]);
  });

  it('a response satisfies both specifications, and contains only our own ids', async () => {
    const { body, headers } = await leadBrowser(app).post({ email: 'ann@example.com' });
    expect(body).toEqual({
      success: true,
      contactId: body['id'],
      id: expect.stringMatching(/^[\w-]{31}$/),
      status: STORED,
      isLocalOnly: false,
      message: expect.any(String),
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    const [cookie = ''] = headers.getSetCookie();
    expect(cookie).toMatch(
      /^visitor=[\w-]{22}; Max-Age=86400; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
  });

  it('the request id is passed from the request to the delivery', async () => {
    const { headers } = await leadBrowser(app).send(
      'POST',
      '/api/contact',
      { email: 'ann@example.com' },
      { 'x-request-id': 'edge-12345678' },
    );
    expect(headers.get('x-request-id')).toBe('edge-12345678');
    const { leads, deliveries } = await storedRows(app);
    expect([leads[0]?.request_id, deliveries[0]?.request_id]).toEqual(['edge-12345678', 'edge-12345678']);
  });

  it('rejected posts get a message that names the problem, and nothing is stored', async () => {
    const browser = leadBrowser(app);
    const refusal = async (body: unknown, headers: Record<string, string> = {}) => {
      const answer = await browser.send('POST', '/api/ghl/contact', body, headers);
      expect(answer.body).toMatchObject({ success: false, error: answer.body['message'] });
      return [answer.status, answer.body['fields']];
    };
    expect(await refusal({ email: 'nobody' })).toEqual([
      422,
      { email: 'Please provide either a valid phone number or email address' },
    ]);
    expect(await refusal({ form: 'quick-lead-form', step: 1, phone: '12345' })).toEqual([
      422,
      { contact: 'Please enter a valid phone number or email.' },
    ]);
    expect(await refusal({ form: 'contact-form', email: 'ann@example.com' })).toEqual([
      422,
      { firstName: 'First name is required', lastName: 'Last name is required' },
    ]);
    expect(await refusal({ email: 'ann@example.com', customData: { message: 'x'.repeat(5001) } })).toEqual([
      422,
      { message: 'Please shorten this' },
    ]);
    expect(await refusal('{"email":')).toEqual([400, undefined]);
    expect(await refusal('email', { 'content-type': 'text/plain' })).toEqual([415, undefined]);
    expect(await refusal({ email: 'ann@example.com', notes: 'x'.repeat(33_000) })).toEqual([413, undefined]);
    expect((await storedRows(app)).leads).toEqual([]);
  });

  it('GET and other methods are refused on every path, and leak nothing', async () => {
    const { body } = await leadBrowser(app).post({ email: 'ann@example.com' });
    const id = String(body['contactId']);
    const allowed = {
      '/api/ghl/contact': 'POST',
      '/.netlify/functions/ghl-webhook': 'POST',
      '/api/contact': 'POST',
      '/api/market-reports': 'POST',
      [`/api/ghl/contact/${id}`]: 'PUT',
    };
    for (const [path, method] of Object.entries(allowed)) {
      for (const other of ['GET', 'DELETE', 'PATCH', method === 'PUT' ? 'POST' : 'PUT']) {
        const answer = await leadBrowser(app).send(other, path, other === 'GET' ? undefined : {});
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, method]);
        expect(JSON.stringify(answer.body)).not.toContain('ann@');
      }
    }
  });

  it('a failing database is a 503, and a retry of the same post is stored', async () => {
    await app.database.query.schema.alterTable('lead_events').renameTo('gone').execute();
    const browser = leadBrowser(app);
    const lead = { email: 'ann@example.com', session: 'session-that-is-tried-again' };
    const failed = await browser.post(lead);
    expect(failed).toMatchObject({ status: 503, body: { success: false } });
    expect(failed.headers.get('retry-after')).toBe('5');
    await app.database.query.schema.alterTable('gone').renameTo('lead_events').execute();
    expect((await storedRows(app)).leads).toEqual([]);
    expect((await browser.post(lead)).status).toBe(200);
    expect((await storedRows(app)).leads).toHaveLength(1);
  });
});
