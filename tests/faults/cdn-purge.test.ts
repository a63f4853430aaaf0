import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readMetrics } from '../server/read-metrics.ts';
import { runApp, type RunningApp } from '../server/running-app.ts';
import { signIn } from '../server/sign-in.ts';
import { startFakeSite, type FakeSite } from '../server/support/fake-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';
import { startPurgeReceiver, type PurgeReceiver } from '../server/support/purge-receiver.ts';

const TOKEN = 'a-token-for-the-metrics';
const SLUGS = ['one', 'two', 'three'];

let wordpress: FakeSite;
let receiver: PurgeReceiver;
let app: RunningApp;
beforeEach(async () => {
  [wordpress, receiver] = await Promise.all([startFakeSite(), startPurgeReceiver()]);
  for (const [index, slug] of SLUGS.entries()) wordpress.add('pages', { id: index + 1, slug });
  app = await runApp({
    ...wordpress.env,
    CONTENT_MAX_AGE: '3600',
    CDN: '1',
    CDN_PURGE_URL: receiver.url,
    METRICS_TOKEN: TOKEN,
  });
  await vi.waitUntil(() => receiver.keys.includes('all'), { timeout: CONDITION_LIMIT });
  for (const slug of SLUGS) await fetch(`${app.url}/${slug}`);
  receiver.keys.length = 0;
});
afterEach(async () => {
  await app.stop();
  await wordpress.stop();
  await receiver.goDown().catch(() => {});
});

/** Changes a page in WordPress, and returns what visitors get at once. */
async function edit(slug: string, title: string): Promise<string> {
  wordpress.edit('pages', SLUGS.indexOf(slug) + 1, { title: { rendered: title } });
  await app.content.check();
  await app.pages.refresh();
  return (await fetch(`${app.url}/${slug}`)).text();
}

const metrics = async () => {
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return readMetrics(await response.text());
};

const check = async () => {
  const overview = await (await (await signIn(app)).fetch('/api/admin/overview?days=7')).json();
  return overview.checks.find(({ id }: { id: string }) => id === 'cdn');
};

it.each<[string, { breaks: () => unknown; heals: () => unknown; fault: string }]>([
  [
    'refuses connections',
    {
      breaks: () => receiver.goDown(),
      heals: () => receiver.comeBack(),
      fault: 'It cannot be reached.',
    },
  ],
  [
    'answers 500',
    {
      breaks: () => (receiver.respond = () => 500),
      heals: () => (receiver.respond = () => 204),
      fault: 'It answers 500.',
    },
  ],
])(
  'a purge address that %s holds up no page, and gets every changed key when it is back',
  async (_what, { breaks, heals, fault }) => {
    await breaks();
    for (const slug of SLUGS) expect(await edit(slug, `Edited ${slug}`)).toContain(`Edited ${slug}`);
    await expect.poll(check).toMatchObject({ state: 'warn', detail: expect.stringContaining(fault) });
    const failing = await metrics();
    expect(failing.value('lintel_cdn_purges_total', { outcome: 'failed' })).toBeGreaterThan(0);
    expect(failing.value('lintel_cdn_purge_waiting_keys')).toBeGreaterThanOrEqual(SLUGS.length);
    expect(app.events()).toContainEqual(expect.objectContaining({ event: 'cdn-purge-failed', fault }));
    expect(receiver.keys).toEqual([]);
    await heals();
    await expect
      .poll(() => receiver.keys)
      .toEqual(expect.arrayContaining(SLUGS.map((slug) => `page:/${slug}`)));
    await expect.poll(check).toMatchObject({ state: 'ok' });
    await expect.poll(async () => (await metrics()).value('lintel_cdn_purge_waiting_keys')).toBe(0);
  },
);

it('a slow purge address holds up no page, and misses no change', async () => {
  let open = 0;
  let most = 0;
  receiver.respond = async () => {
    most = Math.max(most, (open += 1));
    await delay(300);
    open -= 1;
    return 204;
  };
  for (const slug of SLUGS) expect(await edit(slug, `Edited ${slug}`)).toContain(`Edited ${slug}`);
  await expect
    .poll(() => receiver.keys)
    .toEqual(expect.arrayContaining(SLUGS.map((slug) => `page:/${slug}`)));
  expect(most).toBe(1);
});

it('what was accepted is sent once more, for answers that were on their way', async () => {
  await edit('two', 'Edited');
  const count = () => receiver.keys.filter((key) => key === 'page:/two').length;
  await expect.poll(count).toBe(2);
});
