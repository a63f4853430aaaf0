import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterEach, expect, inject, test } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import type { LibraryPicture } from '../../src/contracts/operators/picture-library.ts';
import type { SiteOverview } from '../../src/contracts/operators/site-calls.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { readMetrics } from '../server/read-metrics.ts';
import { newDatabase } from '../server/run-postgres.ts';
import { publishValues } from '../server/support/publish-values.ts';
import { signIn, type OperatorClient } from '../server/sign-in.ts';
import { limitFiles } from './support/file-limit.ts';
import { compareWithStore, startCrowd } from './support/lead-crowd.ts';
import { startLoadBalancer, type LoadBalancer } from './support/load-balancer.ts';
import { printFigures } from './support/print-figures.ts';

const METRICS_TOKEN = 'a-token-for-the-metrics';
/** No edit has these, so that their answers are always the same. */
const PATHS = ['/', '/contact', '/robots.txt', '/feed.xml', '/no-such-page', '/buyers'];

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

test('the disk of one of three servers becomes full under load, and then has space again', async () => {
  const databaseUrl = await newDatabase(inject('postgresUrl'));
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-one-full-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const balancer = await startLoadBalancer();
  cleanUps.push(() => balancer.stop());
  const dataDir = path.join(folder, 'full');
  const start = async (settings: Record<string, string> = {}, prefix: readonly string[] = []) => {
    const site = await startSite(
      {
        DATABASE_URL: databaseUrl,
        SECRET_KEY: 'what the three servers have in common',
        PUBLIC_URL: balancer.url,
        TRUST_PROXY: '1',
        LEAD_RATE_LIMIT: '1000000',
        METRICS_TOKEN,
        ...settings,
      },
      { prefix },
    );
    cleanUps.push(() => site.stop());
    return site;
  };
  const [full, ...others] = [await start({ DATA_DIR: dataDir }), await start(), await start()];
  const urls = (one: Site) => [one, ...others].map(({ url }) => url);
  balancer.servers = urls(full);
  const database = await openDatabase({ dataDir: '', databaseUrl }, pino({ level: 'silent' }));
  cleanUps.push(() => database.close());
  // A request before that would be a failure of the balancer.
  await expect.poll(() => balancer.readyServers()).toBe(3);
  const operator = await signIn({ url: balancer.url, database });

  await publish(operator, 'Edit 0', urls(full));
  const visitors = await startVisitors(balancer.url);
  const crowd = startCrowd({ urls: () => [balancer.url], browsers: 2, name: 'one-full', pause: 200 });
  cleanUps.push(() => crowd.stop());
  const someLeads = async () => {
    const soFar = crowd.acknowledged.length;
    await expect.poll(() => crowd.acknowledged.length).toBeGreaterThan(soFar + 10);
  };
  await someLeads();
  await limitFiles(full.pid, 0);

  // Each edit has a new picture, and is made by another server.
  for (const edit of [1, 2]) await publish(operator, `Edit ${edit}`, urls(full));
  await someLeads();
  await expect.poll(() => cacheFails(full), { interval: 500 }).toBe(1);
  expect(await Promise.all(others.map(cacheFails))).toEqual([0, 0]);
  expect(await spaceCheck(full, operator)).toMatchObject({
    state: 'warn',
    detail: expect.stringMatching(new RegExp(`DATA_DIR on ${hostname()} \\(E[A-Z]+\\)`)),
  });
  // Only the database is needed for right answers and for leads.
  await expect.poll(async () => (await fetch(`${full.url}/readyz`)).status).toBe(200);
  const answered = balancer.answered(full.url);
  await someLeads();
  expect(balancer.answered(full.url)).toBeGreaterThan(answered);

  await limitFiles(full.pid, null);
  await expect.poll(() => cacheFails(full), { interval: 500 }).toBe(0);
  expect(await spaceCheck(full, operator)).toMatchObject({ state: 'ok' });
  // What was made meanwhile is written now.
  const names = await readdir(path.join(dataDir, 'pictures'));
  expect(new Set(names.map((name) => name.split('.')[0])).size).toBe(3);
  expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);

  // A server also starts on a full disk.
  balancer.servers = urls(full).slice(1);
  await full.stop();
  const again = await start({ DATA_DIR: dataDir }, ['sh', '-c', 'ulimit -S -f 0; exec "$@"', 'sh']);
  balancer.servers = urls(again);
  await publish(operator, 'Edit 3', urls(again));
  await expect.poll(() => cacheFails(again), { interval: 500 }).toBe(1);
  await expect.poll(() => balancer.answered(again.url)).toBeGreaterThan(10);
  await limitFiles(again.pid, null);
  await expect.poll(() => cacheFails(again), { interval: 500 }).toBe(0);
  await someLeads();

  await crowd.stop();
  const { count, wrong } = await visitors.stop();
  const { missing, doubled } = await compareWithStore(database, crowd.acknowledged);
  printFigures('One of three servers with a full disk', {
    acknowledged: crowd.acknowledged.length,
    'pages and pictures': count,
    wrong: wrong.length,
    missing: missing.length,
    'stored twice': doubled.length,
  });
  expect({ wrong, missing, doubled, refused: crowd.refused, failures: failuresOf(balancer) }).toEqual({
    wrong: [],
    missing: [],
    doubled: [],
    refused: [],
    failures: [],
  });
  expect(crowd.broken()).toBe(0);
  expect(full.log().match(/"event":"picture-not-kept"/g)).toHaveLength(1);
});

const failuresOf = ({ failures }: LoadBalancer) => [...failures];

/** Uploads a picture and shows it on a page with a new title, until all servers show it, with the same bytes. */
async function publish(operator: OperatorClient, title: string, urls: readonly string[]): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const drawn = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
  const uploaded = await operator.fetch('/api/admin/pages/pictures?name=porch.jpg', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', 'x-csrf-token': operator.csrf },
    body: new Uint8Array(drawn),
  });
  expect(uploaded.status).toBe(201);
  const { id }: LibraryPicture = await uploaded.json();
  const saved = await publishValues(operator, '/about', { hero_title: title, hero_image: id });
  expect(saved.status, await saved.text()).toBe(200);
  const pictures = new Set<string>();
  for (const url of urls) {
    const html = async () => (await fetch(`${url}/about`)).text();
    await expect.poll(html).toContain(title);
    const [at = ''] = /\/media\/[\w-]{16}\/\d+/.exec(await html()) ?? [];
    for (const width of ['320', '640', '640']) {
      const picture = await fetch(url + at.replace(/\d+$/, width), { headers: { accept: 'image/webp' } });
      expect(picture.status, await textIfFailed(picture)).toBe(200);
      pictures.add(`${width} ${hashOf(await picture.arrayBuffer())}`);
    }
  }
  expect(pictures.size).toBe(2);
}

const textIfFailed = async (response: Response) => (response.ok ? '' : response.clone().text());
const hashOf = (bytes: ArrayBuffer) => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

/** Visits pages and pictures until it is stopped, which returns what was not as it was before the fault. */
async function startVisitors(url: string) {
  const wrong: string[] = [];
  let count = 0;
  const stopped = new AbortController();
  const see = async (at: string) => {
    const response = await fetch(url + at, { redirect: 'manual', headers: { accept: 'image/webp,*/*' } });
    return `${response.status} ${response.headers.get('location')} ${hashOf(await response.arrayBuffer())}`;
  };
  const about = await (await fetch(`${url}/about`)).text();
  const [picture = ''] = /\/media\/[\w-]{16}\/\d+/.exec(about) ?? [];
  const [asset = ''] = /\/assets\/[\w.-]+\.js/.exec(about) ?? [];
  const [share = ''] = /\/share\/contact[^"]*/.exec(await (await fetch(`${url}/contact`)).text()) ?? [];
  const files = ['320', '1280'].map((width) => picture.replace(/\d+$/, width));
  const paths = [...PATHS, asset, share.replaceAll('&amp;', '&'), ...files];
  expect(paths).not.toContain('');
  const before = new Map<string, string>();
  for (const at of paths) before.set(at, await see(at));
  const visit = async () => {
    while (!stopped.signal.aborted) {
      for (const at of paths) {
        const seen = await see(at);
        count += 1;
        if (seen !== before.get(at)) wrong.push(`${at}: ${seen}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      const page = await fetch(`${url}/about`);
      const text = await page.text();
      if (page.status !== 200 || !/Edit \d/.test(text) || !text.includes('</html>')) wrong.push('/about');
    }
  };
  const done = visit();
  return {
    async stop() {
      stopped.abort();
      await done;
      return { count, wrong };
    },
  };
}

async function cacheFails({ url }: Site): Promise<number | null> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  return readMetrics(await response.text()).value('lintel_picture_cache_failing');
}

async function spaceCheck({ url }: Site, { cookie }: OperatorClient) {
  const response = await fetch(`${url}/api/admin/overview?days=7`, { headers: { cookie } });
  const { checks }: SiteOverview = await response.json();
  return checks.find(({ id }) => id === 'space');
}
