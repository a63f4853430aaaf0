import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { MemoryStore } from 'express-rate-limit';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLUGIN_VERSION } from '../../server/content/doctor/check-plugin.ts';
import { MIN_HOST_VERSIONS } from '../../server/content/doctor/check-host.ts';
import { createPluginReleaseRoutes } from '../../server/content/plugin-release-routes.ts';
import { signRequest } from '../../server/content/rest/signed-request.ts';
import { pluginFolder } from '../../wordpress/folders.ts';
import { pluginZip } from '../../wordpress/plugin-zip.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const services = { limits: () => new MemoryStore(), log: pino({ level: 'silent' }), now: Date.now };
const ID = '6f1c1c2e-6a52-4c8e-9a38-0c0f5f0a2f11';

let wordpress: FakeSite;
let app: RunningApp;
beforeAll(async () => {
  wordpress = await startFakeSite();
  app = await runApp({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
});
afterAll(async () => {
  await app?.stop();
  await wordpress?.stop();
});

const ask = (route: string, secret = SECRET, signedRoute = route, site = app.url) =>
  fetch(site + route, {
    headers: {
      'X-Lintel-Signature': signRequest(
        { method: 'GET', route: signedRoute },
        { secret, now: Date.now(), id: ID },
      ),
    },
  });

test('the connected WordPress is told the version of the plugin in the build, and what it runs on', async () => {
  const response = await ask('/api/content/plugin');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({
    version: PLUGIN_VERSION,
    requires: MIN_HOST_VERSIONS.wordpress,
    requires_php: MIN_HOST_VERSIONS.php,
  });
});

test('the zip is the plugin of the release, signed for the request that asked for it', async () => {
  const response = await ask('/api/content/plugin.zip');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/zip');
  const zip = Buffer.from(await response.arrayBuffer());
  expect(Buffer.compare(zip, pluginZip(pluginFolder))).toBe(0);
  const [, time, id, signature] =
    /^t=(\d+),id=([0-9a-f-]+),v1=(\w+)$/.exec(response.headers.get('x-lintel-signature') ?? '') ?? [];
  expect(id).toBe(ID);
  const expected = createHmac('sha256', SECRET)
    .update(`${time}.${ID}.RESPONSE /api/content/plugin.zip\n`)
    .update(zip)
    .digest('hex');
  expect(signature).toBe(expected);
});

test.each(['/api/content/plugin', '/api/content/plugin.zip'])(
  '%s answers only signed requests',
  async (route) => {
    expect((await fetch(app.url + route)).status).toBe(401);
    expect((await ask(route, 'another secret another secret another')).status).toBe(401);
    expect((await ask(route, SECRET, '/api/content/doctor')).status).toBe(401);
  },
);

test('without a secret, the answer says what to do', async () => {
  const plain = await runApp(wordpress.env);
  const refused = await fetch(`${plain.url}/api/content/plugin`);
  expect(refused.status).toBe(404);
  expect(await refused.json()).toMatchObject({
    code: 'no-secret',
    error: expect.stringContaining('WORDPRESS_WEBHOOK_SECRET'),
  });
  await plain.stop();
});

test('without a build, no version is offered', async () => {
  const config = { wordpress: { url: wordpress.url, credentials: null, proxy: null, secret: SECRET } };
  const folder = '/nonexistent/dist/plugin';
  const server = createServer(express().use(createPluginReleaseRoutes({ ...services, config, folder })));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const route of ['/api/content/plugin', '/api/content/plugin.zip']) {
    const response = await ask(route, SECRET, route, site);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: expect.stringContaining('npm run build') });
  }
  server.close();
});
