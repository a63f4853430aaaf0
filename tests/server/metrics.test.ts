import { randomUUID, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type Server } from 'node:tls';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import product from '../../package.json' with { type: 'json' };
import { recordBackupTime } from '../../server/database/backup/last-backup.ts';
import { classifyCrmMessage } from '../../server/crm/crm-error.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { registerHostMetrics } from '../../server/operators/health/host-metrics.ts';
import { startFakeSite } from './support/fake-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { onEachEngine } from './database-engines.ts';
import { leadBrowser } from './post-lead.ts';
import { readMetrics, type Metrics } from './read-metrics.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn } from './sign-in.ts';
import { TEST_CERTIFICATE, TEST_KEY } from './test-certificate.ts';

const NO_ACCOUNT = { credentials: null, proxy: null, secret: null };
const TOKEN = 'a-token-of-the-collector';
/** Poll options: a longer interval, because the database metrics are refreshed at most every five seconds. */
const INTERVAL = { interval: 500 };

async function figures({ url }: Pick<RunningApp, 'url'>): Promise<Metrics> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return readMetrics(await answer.text());
}

describe('reading the format', () => {
  it.each([
    ['a sample without its type', 'a 1\n', 'No type'],
    ['a duplicate sample', '# TYPE a gauge\na{x="1"} 1\na{x="1"} 2\n', 'There twice'],
    ['unterminated labels', '# TYPE a gauge\na{x="1} 1\n', 'Not labels'],
    ['a value that is not a number', '# TYPE a gauge\na one\n', 'Not a sample'],
    [
      'an inconsistent histogram',
      '# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 2\na_sum 1\na_count 3\n',
      'do not end with all 3',
    ],
    ['a truncated text', '# TYPE a gauge\na 1', 'does not end'],
  ])('refuses %s', (_name, text, words) => {
    expect(() => readMetrics(text)).toThrow(words);
  });
});

describe('access', () => {
  let guarded: RunningApp;
  let plain: RunningApp;
  beforeAll(async () => {
    guarded = await runApp({ METRICS_TOKEN: TOKEN });
    plain = await runApp();
  });
  afterAll(async () => {
    await guarded.stop();
    await plain.stop();
  });
  const ask = ({ url }: RunningApp, headers: Record<string, string> = {}, query = '') =>
    fetch(`${url}/metrics${query}`, { headers });

  it.each([
    ['no credentials', {}],
    ['another token', { authorization: 'Bearer another-token-of-someone' }],
    ['a part of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
    ['the token with a suffix', { authorization: `Bearer ${TOKEN}x` }],
    ['an empty token', { authorization: 'Bearer ' }],
    ['the token without a scheme', { authorization: TOKEN }],
    ['the token as a password', { authorization: `Basic ${btoa(`x:${TOKEN}`)}` }],
    ['a made-up session', { cookie: 'operator=s%3Aabc.def' }],
  ])('is denied to %s', async (_name, headers) => {
    const answer = await ask(guarded, headers);
    expect([answer.status, answer.headers.get('www-authenticate'), await answer.text()]).toEqual([
      401,
      'Bearer',
      '{"error":"Send the token of METRICS_TOKEN: Authorization: Bearer …"}',
    ]);
    const hidden = await ask(plain, headers);
    expect([hidden.status, await hidden.text()]).toEqual([404, '{"error":"Nothing answers here."}']);
  });

  it('is denied to a token in the URL, which would end up in logs', async () => {
    expect((await ask(guarded, {}, `?token=${TOKEN}&access_token=${TOKEN}`)).status).toBe(401);
  });

  it('is granted to the token, and to signed-in operators', async () => {
    expect((await ask(guarded, { authorization: `bearer ${TOKEN}` })).status).toBe(200);
    for (const app of [guarded, plain]) {
      const operator = await signIn(app);
      expect((await operator.fetch('/metrics')).status).toBe(200);
      await operator.send('POST', '/api/operators/sign-out-everywhere');
      expect((await operator.fetch('/metrics')).status).toBeGreaterThanOrEqual(400);
    }
  });
});

onEachEngine((newDatabase) => {
  let app: RunningApp;
  let crm: CrmSandbox | undefined;
  let now = Date.now();
  afterEach(async () => {
    await app.stop();
    await crm?.stop();
    crm = undefined;
  });

  it('leads are counted by form and outcome, with and without JavaScript', async () => {
    app = await runApp({ ...(await newDatabase()), METRICS_TOKEN: TOKEN, LEAD_RATE_LIMIT: '8' });
    const before = await figures(app);
    expect(before.value('lintel_leads_posted_total', { outcome: 'stored' })).toBe(null);
    // An alert needs the figure from before the first refusal.
    for (const form of ['lead-form', 'api', 'unknown']) {
      expect(before.value('lintel_leads_posted_total', { form, outcome: 'unavailable' })).toBe(0);
    }
    const browser = leadBrowser(app);
    const lead = { form: 'lead-form', session: randomUUID(), step: 1, email: 'ann@example.com' };
    await browser.post(lead);
    await browser.post(lead);
    await browser.post({ ...lead, session: randomUUID(), email: 'nobody' });
    await browser.post({ email: 'bob@example.com', form: 'Annabella' });
    await browser.put('someone-else', { email: 'ann@example.com' });
    await browser.send('POST', '/api/contact', lead, { origin: 'https://elsewhere.example' });
    const page = await (await fetch(`${app.url}/contact`)).text();
    const fields = new URLSearchParams(
      [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value] as [string, string],
      ),
    );
    fields.set('firstName', '');
    await fetch(`${app.url}/contact`, { method: 'POST', body: fields });
    for (let more = 0; more < 4; more += 1) await browser.post({ email: `more${more}@example.com` });

    const counted = await figures(app);
    const posted = (form: string, outcome: string) =>
      counted.value('lintel_leads_posted_total', { form, outcome });
    expect(posted('lead-form', 'stored')).toBe(1);
    expect(posted('lead-form', 'repeated')).toBe(1);
    expect(counted.value('lintel_leads_posted_total', { outcome: 'invalid' })).toBeGreaterThanOrEqual(2);
    expect(counted.value('lintel_leads_posted_total', { outcome: 'unknown-contact' })).toBe(1);
    expect(posted('unknown', 'foreign-page')).toBe(1);
    expect(counted.value('lintel_leads_posted_total', { outcome: 'too-many' })).toBeGreaterThanOrEqual(1);
    expect(JSON.stringify(counted.samples)).not.toContain('Annabella');
  });

  it('unknown CRM error texts are counted', async () => {
    app = await runApp({ ...(await newDatabase()), METRICS_TOKEN: TOKEN });
    const count = async () =>
      (await figures(app)).value('lintel_crm_unknown_texts_total', { status: '418' }) ?? 0;
    const before = await count();
    expect(classifyCrmMessage(418, 'I am a teapot.')).toBeNull();
    expect(await count()).toBe(before + 1);
  });

  it('a failing database counts as an outcome, too', async () => {
    app = await runApp({ ...(await newDatabase()), METRICS_TOKEN: TOKEN });
    await app.database.query.schema.alterTable('lead_events').renameTo('gone').execute();
    expect((await leadBrowser(app).post({ email: 'ann@example.com' })).status).toBe(503);
    const counted = await figures(app);
    expect(counted.value('lintel_leads_posted_total', { form: 'api', outcome: 'unavailable' })).toBe(1);
  });

  it('stored leads and pending deliveries are reported with their current numbers', async () => {
    app = await runApp({ ...(await newDatabase()), METRICS_TOKEN: TOKEN }, undefined, { now: () => now });
    await expect.poll(async () => (await figures(app)).value('lintel_database_up'), INTERVAL).toBe(1);
    const before = await figures(app);
    expect(before.value('lintel_leads')).toBe(null);
    expect(before.value('lintel_delivery_oldest_waiting_seconds', { destination: 'crm' })).toBe(0);

    await leadBrowser(app).post({ email: 'ann@example.com' });
    await leadBrowser(app).post({ email: 'bob@example.com', website: 'spam' });
    now += 90_000;
    const crm = { destination: 'crm' };
    await expect
      .poll(async () => {
        const after = await figures(app);
        return {
          open: after.value('lintel_leads', { status: 'open' }),
          quarantined: after.value('lintel_leads', { status: 'quarantined' }),
          waiting: after.value('lintel_deliveries', { ...crm, state: 'waiting' }),
          held: after.value('lintel_deliveries', { ...crm, state: 'held' }),
          oldest: after.value('lintel_delivery_oldest_waiting_seconds', crm),
          circuit: after.value('lintel_circuit_state', { ...crm, state: 'closed' }),
        };
      })
      .toEqual({ open: 1, quarantined: 1, waiting: 1, held: 1, oldest: 90, circuit: 1 });
  });

  it('an unavailable CRM opens its circuit, and everything is delivered once it is back', async () => {
    crm = await startCrmSandbox();
    crm.faults.set({ down: true });
    app = await runApp({ ...(await newDatabase()), ...crm.settings, METRICS_TOKEN: TOKEN }, undefined, {
      deliver: true,
    });
    for (let at = 0; at < 6; at += 1) await leadBrowser(app).post({ email: `visitor${at}@example.com` });
    const state = (at: Metrics, is: string) =>
      at.value('lintel_circuit_state', { destination: 'crm', state: is });
    await expect
      .poll(async () => {
        const away = await figures(app);
        const oldest = away.value('lintel_delivery_oldest_waiting_seconds', { destination: 'crm' }) ?? 0;
        return [state(away, 'open'), state(away, 'closed'), state(away, 'refused'), oldest > 0];
      }, INTERVAL)
      .toEqual([1, 0, 0, true]);

    crm.faults.clear();
    await expect
      .poll(
        async () => {
          const back = await figures(app);
          return {
            delivered: back.value('lintel_deliveries', { destination: 'crm', state: 'delivered' }),
            oldest: back.value('lintel_delivery_oldest_waiting_seconds', { destination: 'crm' }),
            open: state(back, 'open'),
          };
        },
        { interval: 500 },
      )
      .toEqual({ delivered: 6, oldest: 0, open: 0 });
  });

  it('an unavailable database is reported as a metric, and the response succeeds', async () => {
    app = await runApp({ ...(await newDatabase()), METRICS_TOKEN: TOKEN });
    await leadBrowser(app).post({ email: 'ann@example.com' });
    await app.database.close();
    const away = await figures(app);
    expect([away.value('lintel_database_up'), away.value('lintel_leads')]).toEqual([0, null]);
    expect(away.value('lintel_leads_posted_total', { outcome: 'stored' })).toBe(1);
  });
});

describe('around the site', () => {
  let app: RunningApp;
  let dataDir = '';
  let certified: Server;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-metrics-'));
    certified = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }).listen(0, '127.0.0.1');
    await once(certified, 'listening');
    const address = certified.address();
    const port = typeof address === 'object' ? address?.port : 0;
    app = await runApp(
      { METRICS_TOKEN: TOKEN, DATA_DIR: dataDir, WORDPRESS_API_URL: `https://127.0.0.1:${port}` },
      undefined,
      { unread: true },
    );
  });
  afterAll(async () => {
    await app.stop();
    certified.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('are the free space, the last backup and the end of certificates, also of one that is not valid', async () => {
    const before = await figures(app);
    expect(before.value('lintel_data_free_bytes')).toBeGreaterThan(1e6);
    expect(before.value('lintel_backup_last_timestamp_seconds')).toBe(null);
    await recordBackupTime(dataDir);
    const noted = (await figures(app)).value('lintel_backup_last_timestamp_seconds');
    expect(Math.abs((noted ?? 0) - Date.now() / 1000)).toBeLessThan(600);
    const ends = async () =>
      (await figures(app)).value('lintel_certificate_expiry_timestamp_seconds', { service: 'wordpress' });
    // If the first reading fails, the next one follows after a minute.
    await expect
      .poll(ends, { timeout: 2 * CONDITION_LIMIT })
      .toBe(Date.parse(new X509Certificate(TEST_CERTIFICATE).validTo) / 1000);
    expect((await figures(app)).value('lintel_content_reader', { source: 'wordpress' })).toBe(1);
  });

  it('read a certificate again after a minute if the server did not answer', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    onTestFinished(() => clock.mockRestore());
    const answers = [false, true, false];
    const asked: boolean[] = [];
    const server = createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    server.prependListener('connection', (socket) => {
      const isAnswered = answers[asked.length] ?? true;
      asked.push(isAnswered);
      if (!isAnswered) socket.destroy();
    });
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const register = new Registry();
    registerHostMetrics({
      register,
      config: { ...app.config, wordpress: { ...NO_ACCOUNT, url: `https://127.0.0.1:${port}` } },
      pictures: { cacheFault: () => null },
    });
    const end = async () =>
      readMetrics(await register.metrics()).value('lintel_certificate_expiry_timestamp_seconds', {
        service: 'wordpress',
      });
    expect(await end()).toBeNull();
    await expect.poll(() => asked).toEqual([false]);
    clock.mockReturnValue(59_000);
    expect(await end()).toBeNull();
    expect(asked).toEqual([false]);
    clock.mockReturnValue(60_000);
    await expect.poll(end).toBeGreaterThan(0);
    expect(asked).toEqual([false, true]);
    // The certificate is known now, and is read again after hours.
    clock.mockReturnValue(2 * 3_600_000);
    expect(await end()).toBeGreaterThan(0);
    expect(asked).toEqual([false, true]);
  });

  it('are all that the rules and the dashboard for monitoring name', async () => {
    const { types } = await figures(app);
    const folder = path.join(import.meta.dirname, '../../deploy/monitoring');
    for (const file of ['lintel-rules.yml', 'grafana-dashboard.json']) {
      const text = await readFile(path.join(folder, file), 'utf8');
      const names = new Set(text.match(/\b(?:lintel|nodejs|process)_[a-z0-9_]+(?=[^a-z0-9_])/g));
      const unknown = [...names].filter((name) => !types.has(name.replace(/_bucket$/, '')));
      expect([file, names.size > 5, unknown]).toEqual([file, true, []]);
    }
  });
});

describe('requests', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await runApp({ METRICS_TOKEN: TOKEN });
  });
  afterAll(() => app.stop());

  it('are counted and timed by route', async () => {
    await fetch(`${app.url}/about`);
    await fetch(`${app.url}/buy?utm_source=x`);
    await leadBrowser(app).put('some-id', {});
    await leadBrowser(app).put('other-id', {});
    await fetch(`${app.url}/api/admin/leads/ann`);
    const counted = await figures(app);
    const requests = (labels: Record<string, string>) => counted.value('lintel_http_requests_total', labels);
    expect(requests({ route: 'page', method: 'GET', status: '200' })).toBe(2);
    expect(requests({ route: '/api/ghl/contact/:contactId', method: 'PUT' })).toBe(2);
    expect(requests({ route: '/api/admin/…', status: '401' })).toBe(1);
    expect(counted.value('lintel_http_request_duration_seconds_count', { route: 'page' })).toBe(2);
    expect(counted.value('lintel_http_request_duration_seconds_sum', { route: 'page' })).toBeGreaterThan(0);
  });

  it('for files of the build are counted and timed as one route', async () => {
    const page = await (await fetch(`${app.url}/about`)).text();
    const script = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
    await (await fetch(app.url + script, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
    const route = '/assets/:file';
    const counted = await figures(app);
    expect(counted.value('lintel_http_requests_total', { route, method: 'GET', status: '200' })).toBe(1);
    expect(counted.value('lintel_http_request_duration_seconds_count', { route })).toBe(1);
  });

  it('produce no more series than there are routes, whatever is requested', async () => {
    const shapes = [
      '/nowhere-%',
      '/api/nowhere-%',
      '/API/Admin/%',
      '/admin/leads/%',
      '/oauth/%',
      '/webhooks/%',
      '/assets/%.js',
      '/share/%.png',
      '/wp-json/%',
      '/wp/%',
      '/blog/%',
      '/Buy/%',
      '/%.php',
    ];
    const askAll = async (word: string) => {
      for (const shape of shapes) {
        for (const method of ['GET', 'POST', 'PURGE', 'DELETE']) {
          const path = shape.replace('%', word);
          await fetch(app.url + path, { method, redirect: 'manual' }).then((answer) => answer.body?.cancel());
        }
      }
    };
    const series = async () => {
      const { samples } = await figures(app);
      const routes = samples.filter(({ name }) => name === 'lintel_http_requests_total');
      return routes.map(({ labels }) => JSON.stringify(labels)).toSorted();
    };
    await askAll('annabella');
    await series();
    const before = await series();
    for (const word of ['bob', 'cleo', 'dora']) await askAll(word);
    expect(await series()).toEqual(before);
    expect(before.join()).not.toContain('annabella');
    expect(before.join()).toContain('"method":"other"');
  });

  it('are reported with those of the process', async () => {
    const { types } = await figures(app);
    for (const name of [
      'process_cpu_seconds_total',
      'nodejs_heap_size_used_bytes',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(types.has(name), name).toBe(true);
  });

  it('name the version of the server', async () => {
    const metrics = await figures(app);
    expect(metrics.value('lintel_build_info', { version: product.version, commit: '' })).toBe(1);
  });
});

describe('content', () => {
  it('has no metrics if it is built in', async () => {
    const app = await runApp({ METRICS_TOKEN: TOKEN });
    expect((await figures(app)).value('lintel_content_failing')).toBe(null);
    await app.stop();
  });

  it('from WordPress reports the last sync, and that syncing fails', async () => {
    const wordpress = await startFakeSite();
    const app = await runApp({
      METRICS_TOKEN: TOKEN,
      WORDPRESS_API_URL: wordpress.url,
      CONTENT_MAX_AGE: '0',
    });
    const start = Date.now() / 1000;
    await expect
      .poll(async () => (await figures(app)).value('lintel_content_last_read_timestamp_seconds'), INTERVAL)
      .toBeGreaterThan(start - 60);
    wordpress.misbehaviour = { status: 500 };
    await expect
      .poll(
        async () => (await figures(app)).value('lintel_content_failing', { source: 'wordpress' }),
        INTERVAL,
      )
      .toBe(1);
    await app.stop();
    await wordpress.stop();
  });
});
