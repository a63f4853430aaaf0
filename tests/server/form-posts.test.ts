import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_DATA_ID, type AppData } from '../../src/contracts/app-data.ts';
import { LEAD_STORED_STATUS_TEXT } from '../../src/contracts/leads/lead-request.ts';
import { fieldsOf, parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';

/** The clock stands still, because answers promise a reply by a time of day. */
const NOW = Date.parse('2026-05-12T19:09:30Z');

let app: RunningApp;
let crmReady = true;

beforeAll(async () => {
  app = await runApp({ LEAD_RATE_LIMIT: '100000' }, undefined, { crmReady: () => crmReady, now: () => NOW });
});
afterAll(() => app.stop());

interface Answer {
  response: Response;
  document: Document;
  data: AppData;
}

/** Submits a form as a browser without JavaScript does. */
async function post(path: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { origin: app.url, ...headers },
    redirect: 'manual',
  });
  return read(response);
}

async function read(response: Response): Promise<Answer> {
  const document = parseHtml(await response.text());
  const data: AppData = JSON.parse(document.getElementById(APP_DATA_ID)?.textContent ?? '{}');
  return { response, document, data };
}

/** Returns the fields that the form would submit, with the visitor's input applied. */
function filled({ document }: Pick<Answer, 'document'>, key: string, typed: Record<string, string> = {}) {
  const form = document.querySelector<HTMLFormElement>(`[id="${key}"] form[method="post"]`);
  if (!form) throw new Error(`No form in #${key}.`);
  return { ...fieldsOf(form), ...typed };
}

async function open(path: string): Promise<Answer> {
  return read(await fetch(app.url + path));
}

/** In the order in which they were stored. Several may be of the same millisecond. */
const leads = () =>
  app.database.query
    .selectFrom('leads')
    .selectAll()
    .orderBy(sql`rowid`)
    .execute();
const leadOf = async (contactId: string | undefined) =>
  (await leads()).find(({ id }) => id === contactId) ?? expect.fail(`No lead ${contactId}.`);
const submissionsOf = (id: string) =>
  app.database.query.selectFrom('submissions').selectAll().where('lead_id', '=', id).execute();

let count = 0;
/** Returns unique contact details, because the server stores identical posts from one browser as one lead. */
const someone = () => {
  count += 1;
  const digits = String(1000 + count);
  return { email: `visitor${digits}@example.com`, phone: `(515) 555-${digits}` };
};
const names = { firstName: 'Ada', lastName: 'Byron' };

describe('the form', () => {
  it('lead-form: a valuation without an address promises none, and the card adds the address to the lead', async () => {
    const { email } = someone();
    const path = '/sell/home-valuation';
    const textOf = (answer: Answer) => answer.document.getElementById('contact')?.textContent;
    const first = await open(path);
    const second = await post(path, filled(first, 'contact', { contactMethod: 'email', email }));
    const card = await post(path, filled(second, 'contact', names));
    expect(textOf(card)).toContain('Got it, Ada.');
    expect(textOf(card)).not.toContain('You get it within');
    const complete = await post(path, filled(card, 'contact', { address: '12 Oak Street, Ankeny' }));
    expect(complete.response.status).toBe(200);
    expect(textOf(complete)).toContain('You get it within 24–48 hours.');
    expect(textOf(complete)).toContain('12 Oak Street, Ankeny');
    expect(complete.document.querySelector('#contact form[method="post"]')).toBeNull();
    expect((await leads()).filter((lead) => lead.email === email)).toMatchObject([
      { first_name: 'Ada', property_address: '12 Oak Street, Ankeny', progress: 'details' },
    ]);
  });

  it('lead-form: the address is in the first step of the valuation, and stored with the contact', async () => {
    const { email } = someone();
    const typed = { address: '12 Oak Street, Ankeny', contactMethod: 'email', email };
    const fields = filled(await open('/sell/home-valuation'), 'contact');
    expect(fields).toHaveProperty('address', '');
    const second = await post('/sell/home-valuation', { ...fields, ...typed });
    const lead = await leadOf(second.data.forms?.['contact']?.contactId);
    expect(lead).toMatchObject({ email, property_address: typed.address, progress: 'contact' });
    const card = await post('/sell/home-valuation', filled(second, 'contact', names));
    expect(card.document.getElementById('contact')?.textContent).toContain('You get it within 24–48 hours.');
    expect(await leadOf(lead.id)).toMatchObject({ property_address: typed.address, progress: 'details' });
  });

  it('lead-form: both steps are one lead, with source and tags of its placement', async () => {
    const { email, phone } = someone();
    const first = await open('/buy');
    const fields = filled(first, 'contact', { contactMethod: 'phone', phone, source: 'Mine', tags: 'Mine' });
    expect(fields).toMatchObject({ _placement: 'contact', _step: '1', _consent: expect.any(String) });
    expect(fields).not.toHaveProperty('_session');

    const second = await post('/buy', { ...fields, consentService: 'on' });
    expect(second.response.status).toBe(200);
    expect(second.response.headers.get('cache-control')).toBe('no-store');
    expect(second.response.headers.get('content-security-policy')).toContain("form-action 'self'");
    const state = second.data.forms?.['contact'];
    const lead = await leadOf(state?.contactId);
    expect(lead).toMatchObject({
      phone,
      form: 'lead-form',
      source: 'Buy Page',
      progress: 'contact',
      page: '/buy',
    });
    expect(JSON.parse(lead.tags)).toEqual(['Website Lead', 'Buyer', '/buy', 'Buy Page', 'buying']);

    const done = filled(second, 'contact', { ...names, email, source: 'Google', message: 'one\r\ntwo' });
    expect(done).toMatchObject({
      _step: '2',
      _session: state?.session,
      _contact: lead.id,
      contactMethod: 'phone',
      phone,
    });
    const third = await post('/buy', done);
    expect(third.response.status).toBe(200);
    expect(third.document.getElementById('contact')?.textContent).toContain(
      'Thank you! Your information has been submitted.',
    );
    expect(await leadOf(lead.id)).toMatchObject({
      first_name: 'Ada',
      email,
      source: 'Buy Page (/buy)',
      referral_source: 'Google',
      message: 'one\ntwo',
      contact_method: 'phone',
      progress: 'details',
    });
    const consents = await app.database.query
      .selectFrom('consents')
      .selectAll()
      .where('lead_id', '=', lead.id)
      .where('kind', '=', 'service')
      .execute();
    expect(consents.map(({ given }) => given)).toContain(1);
    // The card leads to an empty form for a new inquiry.
    const forms = [...(third.document.getElementById('contact')?.querySelectorAll('form') ?? [])];
    expect(forms.map((form) => form.method)).toEqual(['get']);
    expect(forms[0]?.querySelector('input')).toBeNull();
  });

  it('quick-lead-form keeps the layout in which it was opened', async () => {
    const { email, phone } = someone();
    const address = '/?layout=lead-capture';
    const second = await post(address, filled(await open(address), 'quick', { contact: email }));
    const contactId = second.data.forms?.['quick']?.contactId;
    const fields = filled(second, 'quick');
    expect(fields).toMatchObject({ contact: email, email, _contact: contactId });
    expect(second.document.getElementById('quick')?.textContent).toContain(
      'Please complete your information',
    );
    const third = await post(address, { ...fields, ...names, phone, inquiryType: 'both' });
    expect(third.document.getElementById('quick')?.textContent).toContain('Thank You!');
    const lead = await leadOf(contactId);
    expect(lead).toMatchObject({ email, phone, inquiry_type: 'both', source: 'Home Page', page: '/' });
    expect(JSON.parse(lead.tags)).toEqual(expect.arrayContaining(['Real Estate', 'buyer-seller']));
  });

  it('market-report-form stores the subscription and the details', async () => {
    const { email, phone } = someone();
    const address = '/?layout=lead-capture';
    const second = await post(address, filled(await open(address), 'report', { contact: phone }));
    const contactId = second.data.forms?.['report']?.contactId;
    const fields = filled(second, 'report', { name: 'Ada King Byron', email, areas: 'ankeny' });
    const third = await post(address, fields);
    expect(third.document.getElementById('report')?.textContent).toContain('Subscription Successful!');
    const lead = await leadOf(contactId);
    expect(lead).toMatchObject({ phone, email, first_name: 'Ada', last_name: 'King Byron', areas: 'ankeny' });
    expect((await submissionsOf(lead.id)).map(({ step }) => step).toSorted()).toEqual([
      '1',
      '2',
      'subscription',
    ]);
    const subscriptions = await app.database.query
      .selectFrom('subscriptions')
      .selectAll()
      .where('email', '=', email)
      .execute();
    expect(subscriptions).toMatchObject([{ lead_id: lead.id, areas: 'ankeny' }]);
  });

  it('contact-form has one step', async () => {
    const before = (await leads()).length;
    const fields = filled(await open('/contact'), 'contact', {
      ...names,
      ...someone(),
      inquiryType: 'selling',
    });
    const answer = await post('/contact', fields);
    expect(answer.response.status).toBe(200);
    expect(answer.document.body.textContent).toContain(
      "Your message has been received. I'll contact you soon!",
    );
    expect((await leads()).slice(before)).toMatchObject([{ inquiry_type: 'selling', progress: 'details' }]);
  });
});

describe('no input is lost', () => {
  it('when fields are invalid, which is shown next to them', async () => {
    const answer = await post(
      '/contact',
      filled(await open('/contact'), 'contact', { firstName: 'A"<b>', email: 'no' }),
    );
    expect(answer.response.status).toBe(422);
    const { document } = answer;
    const named = (name: string) => document.querySelector<HTMLInputElement>(`#contact [name="${name}"]`);
    expect(named('firstName')?.value).toBe('A"<b>');
    expect(named('email')?.value).toBe('no');
    expect(named('email')?.getAttribute('aria-invalid')).toBe('true');
    const described = named('email')?.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described.split(' ')[0] ?? '')?.textContent).toContain(
      'Please enter a valid email',
    );
    expect(document.querySelector('#contact [role="alert"]')?.textContent).toContain('need another look');
  });

  it('when going back and forward again', async () => {
    const { email, phone } = someone();
    const second = await post(
      '/buy',
      filled(await open('/buy'), 'contact', { contactMethod: 'phone', phone }),
    );
    const typed = { firstName: 'Ada', lastName: '', email, message: 'half a' };
    const first = await post('/buy', filled(second, 'contact', { ...typed, _action: 'back' }));
    expect(first.response.status).toBe(200);
    const changed = { contactMethod: 'phone', phone: `${phone} x1` };
    const again = await post('/buy', filled(first, 'contact', changed));
    expect(filled(again, 'contact')).toMatchObject({ ...typed, phone: `${phone} x1`, _step: '2' });
    const { contactId } = again.data.forms?.['contact'] ?? {};
    expect(contactId).toBe(second.data.forms?.['contact']?.contactId);
    expect(await leadOf(contactId)).toMatchObject({ phone: `${phone} x1` });
  });

  it.each([
    ['quick', 'phone', { ...names, inquiryType: 'both' }],
    ['report', 'phone', { name: 'Ada Byron', areas: 'all' }],
  ] as const)('when a phone number is part of a longer text, in #%s', async (key, name, more) => {
    const { email, phone } = someone();
    const words = `Call ${phone} after 5pm, ask for Jane Doe in sales`;
    const address = '/?layout=lead-capture';
    const first = await open(address);
    const tooLong = await post(address, filled(first, key, { contact: words.padEnd(61, '.') }));
    expect(tooLong.response.status).toBe(422);
    expect(tooLong.document.getElementById(key)?.textContent).toContain('Please shorten this');
    const second = await post(address, filled(tooLong, key, { contact: words }));
    const { contactId } = second.data.forms?.[key] ?? {};
    const number = `+1${phone.replaceAll(/\D/g, '')}`;
    expect(await leadOf(contactId)).toMatchObject({ phone: words, phone_e164: number });
    const fields = filled(second, key, { ...more, email });
    expect(fields[name]).toBe(words);
    expect((await post(address, fields)).response.status).toBe(200);
    expect(await leadOf(contactId)).toMatchObject({ phone: words, phone_e164: number, email });
  });

  it('in the longest message, in any script', async () => {
    const message = '家'.repeat(5000);
    const second = await post(
      '/buy',
      filled(await open('/buy'), 'contact', { contactMethod: 'phone', phone: someone().phone }),
    );
    const third = await post('/buy', filled(second, 'contact', { ...names, message }));
    expect(third.response.status).toBe(200);
    expect(await leadOf(third.data.forms?.['contact']?.contactId)).toMatchObject({ message });
  });

  it('when there were too many posts', async () => {
    const limited = await runApp({ LEAD_RATE_LIMIT: '1' });
    const send = async () => {
      const body = new URLSearchParams({ _placement: 'contact', _step: '1', ...names, ...someone() });
      return read(await fetch(`${limited.url}/contact`, { method: 'POST', body }));
    };
    expect((await send()).response.status).toBe(200);
    const answer = await send();
    expect(answer.response.status).toBe(429);
    expect(Number(answer.response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.document.querySelector('#contact [role="alert"]')?.textContent).toContain(
      'Too many requests',
    );
    expect(filled(answer, 'contact')).toMatchObject(names);
    await limited.stop();
  });

  it('when the database fails', async () => {
    const broken = await runApp({ LEAD_RATE_LIMIT: '100' });
    await broken.database.query.schema.dropTable('submissions').execute();
    const fields = { ...names, ...someone() };
    const body = new URLSearchParams({ _placement: 'contact', _step: '1', ...fields });
    const answer = await read(await fetch(`${broken.url}/contact`, { method: 'POST', body }));
    expect(answer.response.status).toBe(503);
    const alert = answer.document.querySelector('#contact [role="alert"]');
    expect(alert?.textContent).toContain('We could not save your information just now.');
    expect(alert?.querySelector('a')?.getAttribute('href')).toMatch(/^tel:/);
    expect(filled(answer, 'contact')).toMatchObject(fields);
    expect(JSON.stringify(broken.events())).not.toContain(fields.email);
    await broken.stop();
  });

  it('when the contact id is not theirs: the first step is shown again', async () => {
    const fields = { _placement: 'contact', _step: '2', _contact: 'x'.repeat(22), ...names, ...someone() };
    const answer = await post('/buy', fields);
    expect(answer.response.status).toBe(410);
    const { document } = answer;
    expect(document.querySelector('#contact [role="alert"]')?.textContent).toContain(
      'Missing contact information',
    );
    const again = filled(answer, 'contact');
    expect(again).toMatchObject({ _step: '1', ...names, email: fields.email });
    expect(again).not.toHaveProperty('_contact');
    const next = await post('/buy', { ...again, contactMethod: 'email' });
    expect(next.response.status).toBe(200);
  });

  it('when another site sent the post', async () => {
    const before = (await leads()).length;
    const fields = { _placement: 'contact', _step: '1', ...names, ...someone() };
    const answer = await post('/contact', fields, { origin: 'https://evil.example' });
    expect(answer.response.status).toBe(403);
    expect(filled(answer, 'contact')).toMatchObject(names);
    expect(await leads()).toHaveLength(before);
  });
});

describe('a repeated post is one lead', () => {
  it('without a session: a double click', async () => {
    const before = (await leads()).length;
    const fields = filled(await open('/contact'), 'contact', { ...names, ...someone() });
    await Promise.all([post('/contact', fields), post('/contact', fields)]);
    await post('/contact', fields);
    expect(await leads()).toHaveLength(before + 1);
  });

  it('with one: a reload', async () => {
    const before = (await leads()).length;
    const { email, phone } = someone();
    const second = await post(
      '/sell',
      filled(await open('/sell'), 'contact', { contactMethod: 'phone', phone }),
    );
    const fields = filled(second, 'contact', { ...names, email });
    const once = await post('/sell', fields);
    const twice = await post('/sell', fields);
    expect(twice.response.status).toBe(200);
    expect(twice.document.getElementById('contact')?.textContent).toBe(
      once.document.getElementById('contact')?.textContent,
    );
    const made = (await leads()).slice(before);
    expect(made).toMatchObject([{ revision: 2 }]);
  });
});

it('works in a placement added by an editor, and not in a hidden one', async () => {
  const document = (await open('/contact')).data.document;
  const placement = document?.placements.find(({ key }) => key === 'contact');
  if (!document || !placement) throw new Error('/contact has no form.');
  const own = {
    ...placement,
    key: 'talk-to-me',
    props: { ...placement.props, source: 'Own', tags: 'One\n\nTwo ' },
  };
  const edited = await runApp({ LEAD_RATE_LIMIT: '100' }, (content) => ({
    ...content,
    resolve: async (request) => {
      const resolved = await content.resolve(request);
      if (resolved?.answer.status !== 200) return resolved;
      const { answer } = resolved;
      return {
        ...resolved,
        answer: { ...answer, document: { ...answer.document, placements: [own] } },
      };
    },
  }));
  const send = (key: string) =>
    fetch(`${edited.url}/contact`, {
      method: 'POST',
      body: new URLSearchParams({ _placement: key, _step: '1', ...names, ...someone() }),
    });
  const answer = await send('talk-to-me');
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('id="talk-to-me"');
  const [lead] = await edited.database.query.selectFrom('leads').selectAll().execute();
  expect(lead).toMatchObject({ source: 'Own' });
  expect(JSON.parse(lead?.tags ?? '')).toEqual(expect.arrayContaining(['One', 'Two']));
  const hidden = await send('contact');
  expect(hidden.status).toBe(400);
  expect(await hidden.text()).toContain('This form is not on the page any more');
  await edited.stop();
});

it('records the campaign in the URL', async () => {
  const { email } = someone();
  const address = '/contact?utm_source=flyer&utm_campaign=spring';
  const answer = await post(
    address,
    filled(await open(address), 'contact', { ...names, ...someone(), email }),
  );
  expect(answer.response.status).toBe(200);
  const lead = (await leads()).find((each) => each.email === email);
  expect(JSON.parse(lead?.attribution ?? '{}')).toMatchObject({
    last: { utm_source: 'flyer', landing: '/contact' },
  });
  expect(JSON.parse(lead?.tags ?? '[]')).toEqual(expect.arrayContaining(['flyer', 'spring']));
});

it('says the same whether a CRM is connected or not', async () => {
  const send = async () => {
    const { phone } = someone();
    const fields = filled(await open('/buy'), 'contact', { contactMethod: 'phone', phone });
    return (await post('/buy', fields)).data.forms?.['contact'];
  };
  const connected = await send();
  crmReady = false;
  try {
    const alone = await send();
    expect(alone?.contactId).toMatch(/^local_/);
    expect([alone?.step, alone?.notice]).toEqual([2, connected?.notice]);
  } finally {
    crmReady = true;
  }
});

describe('a post is refused', () => {
  it('with 503 until WordPress has been read, so the input stays in the browser', async () => {
    const unread = await runApp({}, (content) => ({ ...content, resolve: () => Promise.resolve(null) }));
    const body = new URLSearchParams({ _placement: 'contact', _step: '1', ...names, ...someone() });
    const answer = await fetch(`${unread.url}/contact`, { method: 'POST', body });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await unread.database.query.selectFrom('leads').select('id').execute()).toEqual([]);
    await unread.stop();
  });

  it('with 405 if the page has no form or does not exist', async () => {
    for (const path of ['/privacy-policy', '/no-such-page']) {
      const { status, headers } = (await post(path, { a: 'b' })).response;
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    }
  });

  it.each<[status: number, what: string, type: string, body: string]>([
    [415, 'a file', 'multipart/form-data; boundary=x', '--x--'],
    [415, 'JSON', 'application/json', '{}'],
    [415, 'an unknown charset', 'application/x-www-form-urlencoded; charset=x-none', 'a=b'],
    [413, 'a body that is too large', 'application/x-www-form-urlencoded', `message=${'m'.repeat(66_000)}`],
    [400, 'no placement', 'application/x-www-form-urlencoded', 'firstName=Ada'],
    [400, 'a placement without a form', 'application/x-www-form-urlencoded', '_placement=hero'],
    [400, 'an empty body', 'application/x-www-form-urlencoded', ''],
  ])('with a %i and a message for %s', async (status, _, type, body) => {
    const response = await fetch(`${app.url}/contact`, {
      method: 'POST',
      headers: { 'content-type': type, origin: app.url },
      body,
    });
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('othing was sent');
  });

  it('is redirected with its input if the page has moved', async () => {
    const { response } = await post('/buyers', { _placement: 'contact' });
    expect([response.status, response.headers.get('location')]).toEqual([308, '/buy']);
  });

  it.each([
    ['/buyers', '/buy'],
    ['/index.php', '/'],
  ])('is redirected from %s with the campaign in its query', async (from, to) => {
    const { response } = await post(`${from}?utm_source=flyer`, { _placement: 'contact' });
    expect([response.status, response.headers.get('location')]).toEqual([308, `${to}?utm_source=flyer`]);
  });
});

it('is not cached: the next visitor gets the original page, and the log contains no input', async () => {
  const before = await (await fetch(`${app.url}/contact`)).text();
  const { email, phone } = someone();
  await post('/contact', filled(await open('/contact'), 'contact', { firstName: 'Zenobia', email, phone }));
  expect(await (await fetch(`${app.url}/contact`)).text()).toBe(before);
  const log = JSON.stringify(app.events());
  expect(log).toContain('lead-stored');
  for (const word of ['Zenobia', 'Byron', email, phone, 'example.com', LEAD_STORED_STATUS_TEXT])
    expect(log).not.toContain(word);
});
