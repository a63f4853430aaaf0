import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SiteOverview } from '../../src/contracts/operators/site-calls.ts';
import { onEachEngine } from './database-engines.ts';
import { readMetrics } from './read-metrics.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn } from './sign-in.ts';

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const TOKEN = 'a-token-of-the-collector';
const DAY_MS = 86_400_000;
const GOOD = { page: 'home', metric: 'LCP', value: 1_200 };

onEachEngine((newDatabase) => {
  let now = Date.parse('2026-11-21T18:00:00Z');
  let app: RunningApp;
  let visitor = 0;
  beforeAll(async () => {
    app = await runApp(
      { ...(await newDatabase()), METRICS_TOKEN: TOKEN, TRUST_PROXY: '1', CDN: '1' },
      undefined,
      { now: () => now },
    );
  });
  afterAll(() => app.stop());

  /** Sends a report, each from an address of its own. */
  const send = (body: unknown, headers: Record<string, string> = {}) => {
    visitor += 1;
    return fetch(`${app.url}/api/vitals`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: {
        'user-agent': PHONE,
        'content-type': 'application/json',
        'x-forwarded-for': `198.51.100.${visitor}`,
        ...headers,
      },
    });
  };
  async function stored() {
    await app.visits.flush();
    return app.database.query
      .selectFrom('page_vitals')
      .select(['day', 'page', 'metric', 'rating', 'views'])
      .orderBy('day')
      .orderBy('page')
      .orderBy('metric')
      .orderBy('rating')
      .execute();
  }
  async function metric(name: string, labels: Record<string, string> = {}): Promise<number | null> {
    const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    return readMetrics(await answer.text()).value(`lintel_web_vitals_${name}`, labels);
  }

  it.each([
    ['no JSON', '{"page":'],
    ['no object', '"home"'],
    ['an invented kind of page', { ...GOOD, page: '/buy' }],
    ['an invented metric', { ...GOOD, metric: 'TTFB' }],
    ['no value', { page: 'home', metric: 'LCP' }],
    ['a value in words', { ...GOOD, value: '1200' }],
    ['a negative value', { ...GOOD, value: -1 }],
    ['a value that is too large', { ...GOOD, value: 300_001 }],
    ['a shift that is too large', { page: 'home', metric: 'CLS', value: 101 }],
    ['an infinite value', '{"page":"home","metric":"LCP","value":1e999}'],
    ['more than a report has', { ...GOOD, url: '/buy?email=ann@example.com' }],
  ])('refuses %s, and counts nothing', async (_name, body) => {
    expect((await send(body)).status).toBe(400);
    expect([await stored(), await metric('lcp_seconds_count'), await metric('cls_count')]).toEqual([
      [],
      null,
      null,
    ]);
  });

  it.each([
    ['another site', 403, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a text', 400, { 'content-type': 'text/plain' }],
    ['a bot', 204, { 'user-agent': 'Googlebot/2.1' }],
    ['a visitor with Global Privacy Control', 204, { 'sec-gpc': '1' }],
  ])('counts nothing from %s', async (_name, status, headers: Record<string, string>) => {
    expect((await send(GOOD, headers)).status).toBe(status);
    expect([await stored(), await metric('lcp_seconds_count')]).toEqual([[], null]);
  });

  it('refuses a body that is longer than any report', async () => {
    expect((await send({ ...GOOD, page: 'x'.repeat(300) })).status).toBe(413);
  });

  it('counts reports in the metrics, in the database by day and rating, and on the results screen', async () => {
    const reports = [
      GOOD,
      { ...GOOD, value: 2_500 },
      { ...GOOD, value: 2_501 },
      { ...GOOD, value: 9_000 },
      { page: 'post', metric: 'INP', value: 0 },
      { page: 'post', metric: 'INP', value: 640.5 },
      { page: 'home', metric: 'CLS', value: 0.1 },
    ];
    for (const report of reports) {
      const answer = await send(report);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([204, 'private, no-cache']);
    }
    const lcp = (le: string) => metric('lcp_seconds_bucket', { page: 'home', le });
    expect([await lcp('1'), await lcp('2.5'), await lcp('4'), await lcp('+Inf')]).toEqual([0, 2, 3, 4]);
    expect(await metric('lcp_seconds_sum', { page: 'home' })).toBeCloseTo(15.201);
    expect(await metric('inp_seconds_bucket', { page: 'post', le: '0.5' })).toBe(1);
    expect(await metric('inp_seconds_sum', { page: 'post' })).toBeCloseTo(0.6405);
    expect(await metric('cls_bucket', { page: 'home', le: '0.1' })).toBe(1);

    const day = '2026-11-21';
    expect(await stored()).toEqual([
      { day, page: 'home', metric: 'CLS', rating: 'good', views: 1 },
      { day, page: 'home', metric: 'LCP', rating: 'good', views: 2 },
      { day, page: 'home', metric: 'LCP', rating: 'needs-improvement', views: 1 },
      { day, page: 'home', metric: 'LCP', rating: 'poor', views: 1 },
      { day, page: 'post', metric: 'INP', rating: 'good', views: 1 },
      { day, page: 'post', metric: 'INP', rating: 'poor', views: 1 },
    ]);

    // Eight days later, only the newest are among the last seven. The counts of a day add up.
    now += 8 * DAY_MS;
    for (const value of [100, 200]) {
      await send({ page: 'home', metric: 'LCP', value });
      await app.visits.flush();
    }
    const operator = await signIn(app);
    const vitals = async (days: number) => {
      const overview: SiteOverview = await (await operator.fetch(`/api/admin/overview?days=${days}`)).json();
      return overview.vitals;
    };
    expect(await vitals(7)).toEqual([{ page: 'home', metric: 'LCP', good: 2, measured: 2 }]);
    expect(await vitals(30)).toEqual([
      { page: 'home', metric: 'CLS', good: 1, measured: 1 },
      { page: 'home', metric: 'LCP', good: 4, measured: 6 },
      { page: 'post', metric: 'INP', good: 1, measured: 2 },
    ]);
  });

  it('keeps counts that cannot be stored, and deletes those of more than 400 days ago', async () => {
    now += 401 * DAY_MS;
    await send(GOOD);
    const { schema } = app.database.query;
    await schema.alterTable('page_vitals').renameTo('gone').execute();
    await app.visits.flush();
    await schema.alterTable('gone').renameTo('page_vitals').execute();
    expect(app.events()).toContainEqual(expect.objectContaining({ event: 'visits-not-stored' }));
    expect(await stored()).toEqual([
      { day: '2028-01-04', page: 'home', metric: 'LCP', rating: 'good', views: 1 },
    ]);
  });

  it('takes a limited number of reports from one address', async () => {
    const flood = { 'x-forwarded-for': '203.0.113.9' };
    const statuses = [];
    for (let sent = 0; sent < 125; sent += 1) statuses.push((await send(GOOD, flood)).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(120);
    const refused = await send(GOOD, flood);
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await send(GOOD)).status).toBe(204);
    expect((await stored()).map(({ views }) => views)).toEqual([122]);
  });
});
