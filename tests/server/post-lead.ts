import { sql } from 'kysely';
import type { RunningApp } from './running-app.ts';

/** A minimal browser for leads. It sends requests and keeps the cookie that it receives. */
export interface LeadBrowser {
  post(body: unknown, path?: string): Promise<LeadResponse>;
  put(contactId: string, body: unknown): Promise<LeadResponse>;
  send(method: string, path: string, body: unknown, headers?: Record<string, string>): Promise<LeadResponse>;
  cookie: string | null;
}

export interface LeadResponse {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Creates a browser with this user agent and without cookies. */
export function leadBrowser(app: Pick<RunningApp, 'url'>, userAgent = 'Mozilla/5.0 (test)'): LeadBrowser {
  const browser: LeadBrowser = {
    cookie: null,
    post: (body, path = '/api/ghl/contact') => browser.send('POST', path, body),
    put: (contactId, body) => browser.send('PUT', `/api/ghl/contact/${contactId}`, body),
    async send(method, path, body, headers = {}) {
      const response = await fetch(app.url + path, {
        method,
        headers: {
          'content-type': 'application/json',
          'user-agent': userAgent,
          ...(browser.cookie ? { cookie: browser.cookie } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      browser.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? browser.cookie;
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: text === '' ? {} : JSON.parse(text),
      };
    },
  };
  return browser;
}

/** Returns the rows of all tables with data about leads, the oldest first. */
export async function storedRows({ database: { query, engine } }: Pick<RunningApp, 'database'>) {
  // A test's clock stands still, so several rows have one time. An index returns these in any order.
  const place = engine === 'sqlite' ? sql`rowid` : sql`ctid`;
  return {
    leads: await query.selectFrom('leads').selectAll().orderBy('created_at').orderBy(place).execute(),
    submissions: await query.selectFrom('submissions').selectAll().orderBy('at').orderBy(place).execute(),
    consents: await query.selectFrom('consents').selectAll().orderBy('kind').execute(),
    consentTexts: await query.selectFrom('consent_texts').selectAll().orderBy('kind').execute(),
    subscriptions: await query.selectFrom('subscriptions').selectAll().orderBy('email').execute(),
    deliveries: await query
      .selectFrom('deliveries')
      .selectAll()
      .orderBy('revision')
      .orderBy('destination')
      .execute(),
    events: await query.selectFrom('lead_events').selectAll().orderBy('at').orderBy(place).execute(),
  };
}
