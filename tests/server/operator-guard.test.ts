import express, { Router } from 'express';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorCalls } from '../../src/contracts/operators/operator-calls.ts';
import { operatorScreens, type ScreenEntry } from '../../src/contracts/operators/operator-screens.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { routeTable, type TableRoute } from './route-table.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { addOperator, signIn, signInEditor, type OperatorClient } from './sign-in.ts';

/** Routes at or below these paths require a signed-in operator, except the open ones listed below. */
const OPERATOR_PATHS = [
  '/admin',
  '/oauth',
  '/webhooks',
  '/sign-in',
  '/metrics',
  '/api/admin',
  '/api/operators',
  '/api/oauth',
  '/api/ghl',
  '/api/leads/ghl',
  '/api/webhooks',
];

/** Operator routes that work without a session. Each shows nothing secret or has its own check. */
const OPEN = [
  'GET /sign-in',
  'GET /sign-in/link',
  'POST /api/operators/sign-in',
  'POST /api/operators/link',
  'POST /api/operators/link/use',
  'POST /api/operators/wordpress/sign-in',
  'GET /api/operators/wordpress/callback',
  'GET /api/admin/wordpress/callback',
  'GET /oauth/success',
  'GET /oauth/error',
  'GET /webhooks/ghl/test',
  'GET /api/oauth/callback',
  'POST /api/webhooks/ghl',
];

/** The routes that both operators and editors may use. */
const EDITORS = [
  'GET /admin/pages',
  'GET /admin/pages/*rest',
  'GET /admin/sections',
  'GET /admin/blocks',
  'GET /admin/blocks/:id',
  'GET /admin/account',
  'GET /api/admin/pages',
  'GET /api/admin/pages/bar',
  'GET /api/admin/pages/page',
  'POST /api/admin/pages/canvas',
  'POST /api/admin/pages/save',
  'GET /api/admin/pages/pictures',
  'POST /api/admin/pages/pictures',
  'GET /api/admin/pages/pictures/:id',
  'PUT /api/admin/pages/pictures/:id',
  'GET /api/admin/pages/new',
  'POST /api/admin/pages/new',
  'GET /api/admin/pages/address',
  'GET /api/admin/pages/settings',
  'POST /api/admin/pages/settings',
  'POST /api/admin/pages/trash',
  'POST /api/admin/pages/trash/restore',
  'POST /api/admin/pages/trash/remove',
  'GET /api/admin/pages/revisions',
  'GET /api/admin/pages/revision',
  'POST /api/admin/pages/variants',
  'POST /api/admin/pages/lock',
  'GET /api/admin/sections',
  'POST /api/admin/sections',
  'GET /api/admin/sections/section',
  'POST /api/admin/sections/rename',
  'GET /api/admin/blocks',
  'GET /api/admin/blocks/block',
  'GET /api/operators/session',
  'POST /api/operators/sign-out',
  'POST /api/operators/sign-out-everywhere',
  'POST /api/operators/wordpress/connect',
  'GET /api/operators/wordpress',
  'POST /api/operators/wordpress/disconnect',
];

/** The routes of the operators' API that are no calls: downloads, redirects, the event stream and the CRM's webhook. */
const NO_CALLS = [
  'GET /api/admin/leads/export.csv',
  'GET /api/admin/leads/export.json',
  'GET /api/admin/leads/:id/export.json',
  'GET /api/admin/live',
  'GET /api/admin/wordpress/callback',
  'GET /api/admin/wordpress/lintel.zip',
  'GET /api/oauth/start',
  'GET /api/oauth/callback',
  'GET /api/operators/wordpress/callback',
  'POST /api/webhooks/ghl',
];

/** The lead endpoints for visitors, which are below an operator path. They have their own checks. */
const LEAD_ENDPOINTS = new Set(['/api/ghl/contact', '/api/ghl/contact/:contactId']);

/** All other routes of the application. Every new public route must be added here. */
const VISITORS = [
  'GET /healthz',
  'GET /readyz',
  'USE /healthz',
  'USE /readyz',
  'GET /speculation-rules.json',
  'POST /api/ghl/contact',
  'ALL /api/ghl/contact',
  'PUT /api/ghl/contact/:contactId',
  'ALL /api/ghl/contact/:contactId',
  'POST /.netlify/functions/ghl-webhook',
  'ALL /.netlify/functions/ghl-webhook',
  'POST /api/contact',
  'ALL /api/contact',
  'POST /api/market-reports',
  'ALL /api/market-reports',
  'GET /unsubscribe',
  'POST /unsubscribe',
  'POST /api/block-faults',
  'POST /api/visit',
  'POST /api/vitals',
  'POST /api/comments',
  'USE /api/comments',
  'POST /api/page-password',
  'USE /api/page-password',
  'POST /api/content/changes',
  'GET /api/content/sections',
  'GET /api/content/doctor',
  'GET /api/content/plugin',
  'GET /api/content/plugin.zip',
  'GET /api/content/connection',
  'GET /api/content/connection/state',
  'POST /api/content/connection',
  'POST /api/content/body-faults',
  String.raw`GET /\.vtt$/i`,
  'USE /wp-json',
  'GET /wp-json/wp/v2/pages',
  'GET /wp-json/wp/v2/posts',
  'GET /wp-json/wp/v2/menus/v1/locations/:location',
  'GET /wp-json/wp/v2',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /sitemap-:part.xml',
  String.raw`GET /^(?:\/|\/feed\.xml|.*\/feed(?:\/(?:atom|rss2?|rdf))?\/?)$/`,
  'GET /llms.txt',
  'GET /media/:key/:width',
  String.raw`GET /^\/share\/.+\.png$/`,
  'GET /preview',
  'POST /preview/page',
  'POST /preview/share',
];

/** Catch-all routes for pages, mounted after the operator guard. */
const PAGES = ['GET /.*/', 'POST /.*/'];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const NOT_CHANGING = new Set(['GET', 'HEAD', 'USE']);

let wordpress: FakeSite;
let app: RunningApp;
let operator: OperatorClient;
let other: OperatorClient;

beforeAll(async () => {
  wordpress = await startFakeSite();
  app = await runApp(wordpress.env);
  operator = await signIn(app);
  await addOperator(app, 'second@example.com', 'Second Operator');
  other = await signIn(app, 'second@example.com');
});
afterAll(async () => {
  await app?.stop();
  await wordpress?.stop();
});

function isOperatorPath(path: string): boolean {
  const lower = path.toLowerCase();
  return OPERATOR_PATHS.some((prefix) => lower === prefix || lower.startsWith(`${prefix}/`));
}

/** Returns all operator routes of the application. */
function operatorRoutes(): TableRoute[] {
  return routeTable(app.express).filter(({ path }) => isOperatorPath(path) && !LEAD_ENDPOINTS.has(path));
}

function closedRoutes(): TableRoute[] {
  return operatorRoutes().filter(
    ({ method, path }) =>
      !OPEN.includes(`${method} ${path}`) &&
      path !== '/metrics' &&
      // The screens below /sign-in have routes of their own. All else is unknown, which the test of unknown paths checks.
      !(method === 'USE' && path === '/sign-in') &&
      path !== '/sign-in/*rest',
  );
}

const nameOf = ({ method, path }: TableRoute) => `${method} ${path}`;

/** Fills in every parameter of a path with a sample value. */
const filled = (path: string) => path.replace(/[:*](\w+)/g, 'some-$1').replace(/[{}]/g, '');

/** Returns the paths to request for a route. For mounted middleware, this includes a path below it. */
const places = ({ method, path }: TableRoute) =>
  method === 'USE' ? [filled(path), `${filled(path)}/below`] : [filled(path)];

async function ask(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(CONDITION_LIMIT),
    ...init,
  });
  return response;
}

/** Returns whether a response denies access: a 401, or a redirect to the sign-in page. */
function isTurnedAway(response: Response): boolean {
  if (response.status === 401) return true;
  return response.status === 302 && (response.headers.get('location') ?? '').startsWith('/sign-in?to=');
}

describe('the table', () => {
  it('is read from the application, nested routers and their paths included', () => {
    const outer = express();
    const inner = Router();
    inner.delete('/leads/:id', (_request, response) => void response.end());
    const middle = Router();
    middle.use('/admin', inner);
    outer.use('/api', middle);
    middle.all(['/a', '/b'], (_request, response) => void response.end());
    middle.use('/files', express.static('.'));
    outer.use((_request, _response, next) => next());
    expect(routeTable(outer)).toEqual([
      { method: 'DELETE', path: '/api/admin/leads/:id' },
      { method: 'ALL', path: '/api/a' },
      { method: 'ALL', path: '/api/b' },
      { method: 'USE', path: '/api/files' },
    ]);
  });

  it('has only operator routes and known public routes', () => {
    const known = new Set([...VISITORS, ...PAGES]);
    const found = routeTable(app.express).filter(
      ({ path }) => !isOperatorPath(path) || LEAD_ENDPOINTS.has(path),
    );
    expect(found.map(nameOf).filter((name) => !known.has(name))).toEqual([]);
    const names = new Set(found.map(nameOf));
    expect([...known].filter((name) => !names.has(name))).toEqual([]);
  });

  it('has the guard before every operator route and before the catch-all routes', () => {
    const names = routeTable(app.express).map(nameOf);
    const gate = Math.max(...OPERATOR_PATHS.map((path) => names.indexOf(`USE ${path}`)));
    expect(gate).toBeGreaterThan(0);
    for (const page of PAGES) expect(names.indexOf(page)).toBeGreaterThan(gate);
    // Only the guard itself, open routes, and routes that check access themselves come earlier.
    const before = routeTable(app.express).slice(0, gate);
    const opens = new Set([...OPEN, 'GET /api/oauth/start', 'GET /metrics']);
    const early = before.filter(({ path }) => isOperatorPath(path) && !LEAD_ENDPOINTS.has(path)).map(nameOf);
    expect(early.filter((name) => !opens.has(name) && !name.startsWith('USE '))).toEqual([]);
  });

  it('has every screen and the account routes', () => {
    const paths = operatorRoutes().map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining(operatorScreens.map(({ path }) => path.replace('/*', '/*rest'))),
    );
    expect(paths).toEqual(
      expect.arrayContaining(['/api/operators/session', '/api/operators/password', '/api/admin/overview']),
    );
  });

  it('serves every declared call once, and has no other API but the named ones', () => {
    const names = operatorRoutes()
      .filter(({ method, path }) => method !== 'USE' && path.startsWith('/api/'))
      .map(nameOf);
    const calls = operatorCalls.map(({ method, path, role }) => ({ name: `${method} ${path}`, role }));
    const known = new Set([...NO_CALLS, ...calls.map(({ name }) => name)]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    // The gate, too, names the calls that need no operator.
    const served = ({ name, role }: (typeof calls)[number]) =>
      names.filter((each) => each === name).length - (role === 'operator' ? 0 : 1);
    expect(calls.filter((call) => served(call) !== 1)).toEqual([]);
  });

  it('opens only the intended screens', () => {
    const open = operatorScreens
      .filter((screen: ScreenEntry) => screen.open)
      .map(({ path }) => `GET ${path}`);
    expect(open.toSorted()).toEqual(OPEN.filter((each) => !each.includes('/api/')).toSorted());
  });
});

describe('without a session', () => {
  it('no protected route responds, whatever the method', async () => {
    const answered: string[] = [];
    for (const path of new Set(closedRoutes().flatMap(places))) {
      for (const method of METHODS) {
        if (OPEN.includes(`${method} ${path}`) || (method === 'HEAD' && OPEN.includes(`GET ${path}`)))
          continue;
        const response = await ask(method, path);
        await response.body?.cancel();
        if (!isTurnedAway(response)) answered.push(`${method} ${path}: ${response.status}`);
      }
    }
    expect(answered).toEqual([]);
  });

  it('open paths respond only to their intended methods', async () => {
    const answered: string[] = [];
    for (const open of OPEN.filter((each) => !each.includes('/sign-in'))) {
      const [, path = ''] = open.split(' ');
      for (const method of METHODS) {
        if (OPEN.includes(`${method} ${path}`) || (method === 'HEAD' && OPEN.includes(`GET ${path}`)))
          continue;
        const response = await ask(method, path);
        await response.body?.cancel();
        if (!isTurnedAway(response)) answered.push(`${method} ${path}: ${response.status}`);
      }
    }
    expect(answered).toEqual([]);
  });

  it('an unknown path below the operator paths is protected, too, however it is written', async () => {
    for (const path of [
      '/admin/one-day',
      '/ADMIN/leads',
      '/admin/leads/',
      '/Admin',
      '/api/admin/one-day',
      '/API/Admin/Overview',
      '/api/admin/overview/',
      '/api/operators/session?x=/api/operators/sign-in',
      '/api/operators/one-day',
      '/api/oauth/one-day',
      '/api/ghl/status',
      '/api/ghl/contacts',
      '/api/leads/ghl',
      '/api/webhooks/ghl/events',
      '/oauth/test',
      '/webhooks/one-day',
    ]) {
      const response = await ask('GET', path);
      expect(isTurnedAway(response), `${path}: ${response.status}`).toBe(true);
    }
  });

  it.each([
    '//admin/leads',
    '/x/../api/admin/overview',
    '/%61dmin/leads',
    '/admin%2fleads',
    '/api//admin/overview',
  ])('no other spelling of a path bypasses the guard: %s', async (path) => {
    const { status, body } = await raw(path);
    expect(status === 401 || status === 302 || status === 404 || status === 301 || status === 400).toBe(true);
    expect(body).not.toContain('operator-data');
    expect(body).not.toContain('"checks"');
  });

  it('a made-up cookie is not accepted', async () => {
    for (const cookie of ['operator=s%3Aabc.def', 'operator=abc', `${operator.cookie}x`, 'operator=']) {
      const response = await ask('GET', '/api/operators/session', { headers: { cookie } });
      expect(response.status).toBe(401);
    }
  });

  it('the redirect to the sign-in page contains the requested path and query', async () => {
    const response = await ask('GET', '/admin/leads?status=open&q=a%20b');
    expect(response.headers.get('location')).toBe(
      '/sign-in?to=%2Fadmin%2Fleads%3Fstatus%3Dopen%26q%3Da%2520b',
    );
  });
});

describe('an editor', () => {
  it('may use the pages, the builder and the blocks, and no other operator route', async () => {
    const allowed: string[] = [];
    for (const route of closedRoutes().filter(({ method }) => method !== 'USE')) {
      const method = route.method === 'ALL' ? 'POST' : route.method;
      // Each route gets its own session, because some routes end it.
      const editor = await signInEditor(app, wordpress.url);
      const response = await editor.fetch(filled(route.path), { method });
      const text = await response.text();
      const place = response.headers.get('location');
      const isRefused = response.status === 403 && text.includes('Only operators');
      if (!isRefused && place !== '/admin/pages') allowed.push(nameOf(route));
    }
    expect([...new Set(allowed)].toSorted()).toEqual(EDITORS.toSorted());
  });

  it.each(['/metrics', '/ADMIN/leads', '/admin/pages/../leads', '/admin/one-day', '/api/admin/pagesx'])(
    'cannot open %s',
    async (path) => {
      const editor = await signInEditor(app, wordpress.url);
      const response = await editor.fetch(path);
      expect([302, 401, 403, 404]).toContain(response.status);
    },
  );

  it('of a WordPress that is no longer configured is signed out', async () => {
    const editor = await signInEditor(app, 'https://former.example.com');
    expect((await editor.fetch('/api/operators/session')).status).toBe(401);
  });
});

describe('with a session', () => {
  /** Returns all operator routes that change data. */
  function changing(): { method: string; path: string }[] {
    const found = closedRoutes().flatMap(({ method, path }) =>
      method === 'ALL' ? [{ method: 'POST', path }] : NOT_CHANGING.has(method) ? [] : [{ method, path }],
    );
    expect(found.length).toBeGreaterThan(5);
    return found;
  }

  const others: [string, () => Record<string, string>][] = [
    ['another site’s page', () => ({ origin: 'https://evil.example', 'x-csrf-token': operator.csrf })],
    ['a page without an origin', () => ({ origin: 'null', 'x-csrf-token': operator.csrf })],
    [
      'another site’s request, as the browser says',
      () => ({
        'sec-fetch-site': 'cross-site',
        'x-csrf-token': operator.csrf,
      }),
    ],
    ['no token', () => ({ origin: app.url })],
    ['the token of another session', () => ({ origin: app.url, 'x-csrf-token': other.csrf })],
    ['an empty token', () => ({ origin: app.url, 'x-csrf-token': '' })],
  ];

  it.each(others)('%s changes nothing', async (_name, headers) => {
    const answered: string[] = [];
    for (const { method, path } of changing()) {
      const response = await ask(method, filled(path), {
        headers: { cookie: operator.cookie, ...headers() },
      });
      await response.body?.cancel();
      if (response.status !== 403) answered.push(`${method} ${path}: ${response.status}`);
    }
    expect(answered).toEqual([]);
    // The session is still valid after these requests.
    expect((await operator.fetch('/api/operators/session')).status).toBe(200);
  });

  it.each(['/api/operators/sign-in', '/api/operators/link', '/api/operators/link/use'])(
    'another site’s page cannot use the open %s',
    async (path) => {
      const headers = { origin: 'https://evil.example', 'content-type': 'application/json' };
      expect((await ask('POST', path, { headers, body: '{}' })).status).toBe(403);
    },
  );

  it('no operator response may be cached', async () => {
    const kept: string[] = [];
    const reading = [...closedRoutes(), ...operatorRoutes()].filter(
      ({ method }) => method === 'GET' || method === 'ALL',
    );
    for (const path of new Set(reading.map((route) => route.path))) {
      const controller = new AbortController();
      const response = await operator.fetch(filled(path), { signal: controller.signal });
      const control = response.headers.get('cache-control') ?? '';
      if (!control.includes('no-store')) kept.push(`${path}: ${response.status} ${control}`);
      // Abort, because the live stream never ends by itself.
      controller.abort();
    }
    expect(kept).toEqual([]);
  });

  it('no screen can be framed by another site, runs foreign scripts, or echoes its URL', async () => {
    const typed = '<script>alert(1)</script>"onload=alert(1)';
    for (const screen of operatorScreens) {
      const { path } = screen;
      const said = encodeURIComponent(typed);
      const query = `?error=${said}&reason=${said}&locationId=${said}&to=${said}&q=${said}`;
      const response = await operator.fetch(filled(path) + query);
      const html = await response.text();
      expect([path, response.status, html.includes('alert(1)')]).toEqual([path, 200, false]);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/script-src 'self';/);
      expect(policy).toMatch(/frame-ancestors 'self'/);
      // The page builder's drag and drop sets inline styles. No other `unsafe` source is allowed.
      expect(policy.split('; ').filter((directive) => directive.includes('unsafe'))).toEqual(
        'whole' in screen ? ["style-src 'self' 'unsafe-inline'"] : [],
      );
      expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('referrer-policy')).toBe('same-origin');
      expect(response.headers.get('x-robots-tag')).toContain('noindex');
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('unknown paths are 404, and not a page of the site', async () => {
    for (const path of [
      '/admin/nothing',
      '/admin/leads/1/nothing',
      '/oauth',
      '/oauth/nothing',
      '/webhooks/nothing',
      '/sign-in/nothing',
      '/sign-in/link/nothing',
    ]) {
      const response = await operator.fetch(path, { redirect: 'manual' });
      expect([path, response.status, response.headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(await response.text()).toContain('<title>Operators</title>');
      const anonymous = await fetch(app.url + path, { redirect: 'manual' });
      expect([anonymous.status, anonymous.headers.get('location')]).toEqual([
        302,
        `/sign-in?to=${encodeURIComponent(path)}`,
      ]);
    }
    for (const path of ['/api/admin/nothing', '/api/operators/nothing']) {
      const response = await operator.fetch(path);
      expect([response.status, await response.json()]).toEqual([404, { error: 'Nothing answers here.' }]);
    }
    for (const path of ['/admin/nothing', '/sign-in/nothing']) {
      const posted = await operator.send('POST', path);
      expect([posted.status, await posted.json()]).toEqual([404, { error: 'Nothing answers here.' }]);
    }
  });
});

it('serves metrics only with the token', async () => {
  const response = await ask('GET', '/metrics');
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(await response.text()).not.toMatch(/^# (?:HELP|TYPE)/m);
});

/** Requests a path exactly as written. `fetch` would normalize it. */
function raw(path: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    const request = httpRequest({ hostname, port, path, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject);
    request.end();
  });
}
