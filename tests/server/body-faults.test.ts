import { afterEach, beforeEach, expect, test } from 'vitest';
import { signRequest } from '../../server/content/rest/signed-request.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { NOTICE_SECRET } from './support/send-notice.ts';

const ROUTE = '/api/content/body-faults';
let wordpress: FakeSite;
let apps: RunningApp[];
const open = async (more: Record<string, string> = {}) => {
  const env = { CONTENT_MAX_AGE: '3600', WORDPRESS_WEBHOOK_SECRET: NOTICE_SECRET };
  const app = await runApp({ ...wordpress.env, ...env, ...more });
  apps.push(app);
  return app;
};
beforeEach(async () => {
  wordpress = await startFakeSite();
  wordpress.add('pages', { id: 1, slug: 'page-1', link: `${wordpress.url}/page-1/` });
  apps = [];
});
afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await wordpress.stop();
});

interface SendOptions {
  secret?: string;
  /** Milliseconds by which WordPress's clock is ahead. */
  ahead?: number;
  headers?: Record<string, string>;
}

/** Sends texts as the companion plugin does. */
async function send(
  { url }: RunningApp,
  body: string,
  { secret = NOTICE_SECRET, ahead = 0, headers = {} }: SendOptions = {},
): Promise<{ status: number; json: unknown }> {
  const parts = { method: 'POST', route: ROUTE, body };
  const response = await fetch(url + ROUTE, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Lintel-Signature': signRequest(parts, { secret, now: Date.now() + ahead }),
      ...headers,
    },
    body,
  });
  return { status: response.status, json: await response.json() };
}
/** Sends texts again until all are checked: on a busy machine, loading the sanitizer takes longer than an answer. */
async function check(app: RunningApp, body: string): Promise<unknown> {
  let json: unknown;
  await expect
    .poll(async () => JSON.stringify((json = (await send(app, body)).json)), { timeout: CONDITION_LIMIT })
    .not.toMatch(/[[,]null[\],]/);
  return json;
}
const texts = (...all: string[]) => JSON.stringify({ texts: all });

test('each text has its own faults, as the site itself shows pictures and pages', async () => {
  const app = await open();
  const own = `${wordpress.url}/wp-content/uploads/a.jpg`;
  const answer = await check(
    app,
    texts(
      `<p>Fine, with <a href="${wordpress.url}/page-1/">a link</a></p><img src="${own}" alt="">`,
      '<form><input name="a"></form>',
      '<img src="https://cdn.example/a.jpg" alt="">',
      `<video src="${wordpress.url}/wp-content/uploads/a.mp4"></video>`,
    ),
  );
  expect(answer).toEqual({
    faults: [
      [],
      [{ kind: 'form', what: 'a form', fix: expect.stringContaining('Visitors do not get it') }],
      [
        {
          kind: 'picture',
          what: 'a picture of cdn.example',
          fix: expect.stringContaining('Import it'),
          picture: 'https://cdn.example/a.jpg',
        },
      ],
      [],
    ],
  });
});

test('a picture of an allowed host is no fault', async () => {
  const app = await open({ IMAGE_ORIGINS: 'https://cdn.example' });
  const answer = await check(app, texts('<img src="https://cdn.example/a.jpg" alt="">'));
  expect(answer).toEqual({ faults: [[]] });
});

test('forged, unsigned, old, unreadable and oversized requests are refused with their fix', async () => {
  const app = await open();
  const body = texts('<p>x</p>');
  expect(await send(app, body, { secret: 'another-secret-of-thirty-two-characters' })).toMatchObject({
    status: 401,
    json: { error: expect.stringContaining('WORDPRESS_WEBHOOK_SECRET') },
  });
  expect(await send(app, body, { headers: { 'X-Lintel-Signature': '' } })).toMatchObject({ status: 401 });
  expect(await send(app, body, { ahead: -6 * 60_000 })).toMatchObject({
    status: 401,
    json: { code: 'clock' },
  });
  expect(await send(app, '{"texts":7}')).toMatchObject({ status: 400 });
  expect(await send(app, texts(...Array.from({ length: 201 }, () => 'x')))).toMatchObject({ status: 400 });
  expect(await send(app, texts('x'.repeat(2 * 1024 * 1024)))).toMatchObject({ status: 413 });
});

test('a signature of another request is not accepted', async () => {
  const app = await open();
  const body = texts('<p>x</p>');
  const header = signRequest(
    { method: 'POST', route: '/api/content/changes', body },
    { secret: NOTICE_SECRET, now: Date.now() },
  );
  expect(await send(app, body, { headers: { 'X-Lintel-Signature': header } })).toMatchObject({ status: 401 });
});

test('without the secret, the answer names the setting', async () => {
  expect(await send(await open({ WORDPRESS_WEBHOOK_SECRET: '' }), texts('x'))).toMatchObject({
    status: 404,
    json: { code: 'no-secret', error: expect.stringContaining('WORDPRESS_WEBHOOK_SECRET') },
  });
});
