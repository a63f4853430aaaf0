import type { CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { createOneTimeLink } from '../../server/operators/sign-in/one-time-links.ts';
import { unsubscribeLink } from '../../server/leads/mail/unsubscribe-link.ts';
import { WEBHOOK_PATH } from '../../src/contracts/operators/webhooks.ts';
import type { Secrets } from './find-leaks.ts';
import { decide, startConnecting } from './oauth-journey.ts';
import type { RunningApp } from './running-app.ts';
import { PASSWORD, signIn } from './sign-in.ts';

/** A visitor whose details appear nowhere else, so that a search for them is reliable. */
export const PERSON = {
  firstName: 'Annabellina',
  lastName: 'Leebrookson',
  email: 'annabellina.leebrookson@example.com',
  phone: '(515) 555-0187',
  message: 'A porchlight for my grandmother.',
  words: 'zanzibar street 17',
  address: '203.0.113.77',
  browser: 'Mozilla/5.0 (AnnabellinasPhone)',
  campaign: 'letter-to-leebrooksons',
  cookie: 'cookie-of-annabellina-0001',
  from: 'https://mail.example/inbox/annabellina',
} as const;

const json = { 'content-type': 'application/json' };
const lead = {
  firstName: PERSON.firstName,
  lastName: PERSON.lastName,
  email: PERSON.email,
  phone: PERSON.phone,
  page: `/buy?email=${PERSON.email}`,
  customData: { message: PERSON.message, utm_campaign: PERSON.campaign },
};

/** The result of a journey, for checking the log. */
export interface Journey {
  /** Number of requests that the application received. */
  sent: number;
  /** Everything that must not appear in the log: personal data, tokens, and operator data. */
  secrets: Secrets;
  /** Only log lines about the lead may contain this id, not those about requests. */
  leadId: string;
}

/**
 * Sends requests with personal data through `url` to every kind of route, as visitors, operators, the CRM and
 * attackers. The application must trust one proxy and use the sandbox as its CRM, by token and by OAuth.
 */
export async function personalJourney(app: RunningApp, crm: CrmSandbox, url = app.url): Promise<Journey> {
  const secrets: Record<string, string> = { ...PERSON };
  let sent = 0;
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    sent += 1;
    const headers = new Headers(init.headers);
    headers.set('x-forwarded-for', PERSON.address);
    headers.set('x-request-id', PERSON.email);
    headers.set('user-agent', PERSON.browser);
    headers.set('referer', PERSON.from);
    if (!headers.has('cookie')) headers.set('cookie', `visitor=${PERSON.cookie}`);
    const answer = await fetch(url + path, { redirect: 'manual', ...init, headers });
    const copy = answer.clone();
    // The request is logged only after its response has been read completely.
    await answer.arrayBuffer();
    return copy;
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') =>
    ask(path, {
      method,
      headers: { ...json, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const form = (path: string, fields: Record<string, string>) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  const query = new URLSearchParams({ q: PERSON.words, email: PERSON.email, utm_campaign: PERSON.campaign });
  const name = `${PERSON.firstName}-${PERSON.lastName}`;

  // Pages, files and other public URLs, some of which do not exist.
  for (const path of ['/', '/buy', '/search', '/BUY/', '/contact-us', '/sitemap.xml', '/healthz', '/readyz'])
    await ask(`${path}?${query}`);
  for (const path of [
    `/${name}`,
    `/blog/${name}`,
    `/files/${encodeURIComponent(PERSON.email)}`,
    `/%E0%A4%A/${name}`,
    `/wp/${name}`,
    `/share/${name}.png`,
    `/assets/${name}.js`,
    `/api/${name}`,
    `/wp-json/wp/v2/pages?slug=${name}`,
    `/wp-json/wp/v2/posts?search=${encodeURIComponent(PERSON.words)}`,
    `/wp-json/${name}`,
    `/.netlify/functions/${name}`,
    `/metrics?token=${name}`,
  ])
    await ask(path);
  await ask(`/${name}`, { method: 'DELETE' });
  await ask(`/${name}`, { method: 'OPTIONS' });

  // Leads, valid and invalid.
  const first = await post(`/api/ghl/contact?${query}`, { ...lead, session: 'session-of-annabellina-1' });
  const { contactId: leadId }: { contactId: string } = await first.json();
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  secrets['cookie that was set'] = cookie.split('=')[1] ?? '';
  await post(`/api/ghl/contact/${leadId}`, { ...lead, notes: PERSON.words }, { cookie }, 'PUT');
  await post(`/api/ghl/contact/${name}`, lead, {}, 'PUT');
  await post('/api/contact', { ...lead, email: `${PERSON.email} and more` });
  await post('/.netlify/functions/ghl-webhook', lead, { origin: 'https://elsewhere.example' });
  await post('/api/market-reports', {
    form: 'market-report-form',
    step: 2,
    name: `${PERSON.firstName} ${PERSON.lastName}`,
    email: PERSON.email,
    areas: 'all',
  });
  await post('/api/contact', `{"email": "${PERSON.email}", ${PERSON.firstName}`);
  await post('/api/contact', { ...lead, notes: PERSON.message.repeat(2000) });
  await post('/api/contact', PERSON.email, { 'content-type': 'text/plain' });
  await post('/api/contact', PERSON.email, { ...json, 'content-encoding': 'gzip' });
  await ask(`/api/contact?email=${PERSON.email}`);
  await post('/api/block-faults', {
    kind: 'view-threw',
    block: 'hero',
    key: 'hero',
    path: `/thanks/${PERSON.email}`,
    detail: `${PERSON.email} or ${PERSON.phone} is not a function`,
  });

  // Forms without JavaScript.
  const page = await (await ask('/contact')).text();
  const hidden = Object.fromEntries(
    [...page.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1] ?? '',
      /value="([^"]*)"/.exec(input)?.[1] ?? '',
    ]),
  );
  const { firstName, lastName, email, phone, message } = PERSON;
  await form(`/contact?${query}`, { ...hidden, firstName, lastName, email, phone, message });
  await form('/contact', { ...hidden, firstName, lastName, email: firstName, phone });
  await form('/contact', { firstName, email });
  await form(`/${name}`, { ...hidden, firstName, email });
  await post('/contact', lead);

  // Unsubscribing from the market report.
  const link = new URL(unsubscribeLink(app.url, PERSON.email, app.secrets));
  secrets['token of unsubscribing'] = link.searchParams.get('t') ?? '';
  await ask(link.pathname + link.search);
  await form(link.pathname + link.search, { action: 'unsubscribe' });
  await form(`${link.pathname}?t=${secrets['token of unsubscribing']}x`, { email });

  // Operator sign-in and screens.
  const token = await createOneTimeLink(app.database.query, {
    purpose: 'first',
    operatorId: null,
    now: Date.now(),
  });
  secrets['token of the link'] = token;
  secrets['password'] = PASSWORD;
  await ask(`/sign-in/link?token=${token}`);
  await post('/api/operators/link', { token });
  await post('/api/operators/link/use', { token, name, email: `x${PERSON.email}`, password: 'short' });
  await post('/api/operators/sign-in', { email: PERSON.email, password: PASSWORD });
  await post('/api/operators/sign-in', `{"email": "${PERSON.email}", ${PASSWORD}`);
  await ask(`/sign-in?to=${encodeURIComponent(`/admin/leads?q=${PERSON.email}`)}`);
  await ask(`/admin/leads?q=${PERSON.email}`);
  await ask(`/admin/leads/${leadId}`);
  await ask(`/api/admin/leads/${name}`);

  const operator = await signIn(app, 'olive.operator@example.com');
  // Signing in sends two requests.
  sent += url === app.url ? 2 : 0;
  Object.assign(secrets, {
    'operator’s name': operator.operator.name,
    'operator’s address': operator.operator.email,
    'operator’s session': operator.cookie.split('=')[1] ?? '',
    'operator’s token': operator.csrf,
  });
  const session = { cookie: operator.cookie, 'x-csrf-token': operator.csrf };
  await ask(`/api/admin/leads?q=${encodeURIComponent(PERSON.lastName)}`, { headers: session });
  await ask(`/admin/leads/${leadId}`, { headers: session });
  await ask(`/api/admin/leads/${leadId}`, { headers: session });
  await ask(`/api/admin/leads/${leadId}/export.json`, { headers: session });
  await ask(`/api/admin/leads/export.csv?q=${PERSON.lastName}`, { headers: session });
  await post(`/api/admin/leads/${leadId}/resolve`, {}, session);
  await post('/api/admin/redirects', { from: `/${name}`, to: '/about' }, session);
  await ask(`/${name}?${query}`);
  await form(`/${name}`, { email });
  await post('/api/leads/ghl', { ...lead, email: 'no address' }, session);
  await post('/api/operators/password', { current: PASSWORD, next: PERSON.firstName }, session);

  // Connect the CRM. Every code and state involved is a secret.
  const connecting = { ...operator, fetch: (path: string) => ask(path, { headers: session }) };
  const consent = await startConnecting(connecting);
  const back = await decide(consent, { location: crm.settings.GHL_LOCATION_ID });
  const { searchParams } = new URL(back, app.url);
  secrets['code'] = searchParams.get('code') ?? '';
  secrets['state'] = searchParams.get('state') ?? '';
  await ask(back);
  await ask(back, { headers: session });
  await ask(back, { headers: session });
  await ask(`/oauth/success?locationId=x&${searchParams}`);
  await ask(`/oauth/error?reason=${name}&${searchParams}`);

  // Webhook events from the CRM.
  const event = { type: 'ContactUpdate', locationId: crm.settings.GHL_LOCATION_ID, id: 'contact-1' };
  await post(WEBHOOK_PATH, { ...event, ...lead });
  await post(WEBHOOK_PATH, { ...event, ...lead }, { 'x-ghl-signature': 'AAAA' });
  sent += 1;
  await crm.sendWebhook({
    event: 'ContactUpdate',
    url: url + WEBHOOK_PATH,
    change: { locationId: crm.settings.GHL_LOCATION_ID, ...lead },
  });
  return { sent, secrets, leadId };
}
