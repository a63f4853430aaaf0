import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/** In seconds. tests/faults/content-outages.test.ts measures how soon an edit is served. */
const MAX_AGE = 1;

const BUILT_IN = 'Find Your Front Door in Des Moines';

let wordpress: TestWordPress;
let site: Site;
let home: number;
let dataDir: string;
const connected = () => ({ ...wordpress.env, CONTENT_MAX_AGE: String(MAX_AGE), DATA_DIR: dataDir });

beforeAll(async () => {
  wordpress = await startWordPress();
  home = await pageId(wordpress.editor, 'home');
  dataDir = await mkdtemp(join(tmpdir(), 'lintel-journey-'));
  site = await startSite(connected());
});
afterAll(async () => {
  await site?.stop();
  await wordpress?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const write = (title: string) => editPage(wordpress.editor, home, { acf: { hero_title: title } });

/** Requests a page as a visitor does. `inTime` is true if it arrives within two seconds, the limit for any visitor. */
async function visit(url = site.url) {
  const start = performance.now();
  const response = await fetch(url);
  const html = await response.text();
  return {
    status: response.status,
    headline: /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? '',
    inTime: performance.now() - start < timeLimit(2_000),
  };
}

const headline = async () => (await visit()).headline;
/** Poll options: request the page ten times per second until it shows the expected text. */
const OFTEN = { interval: 100 };

// The tests depend on each other and run in order.
describe('an editor changes the headline of the home page', () => {
  test('at first the page says what WordPress was filled with', async () => {
    await expect.poll(headline, OFTEN).toBe(BUILT_IN);
  });

  test('a new headline is on the page soon, without any notice', async () => {
    await write('Come home to Iowa');
    await expect.poll(headline, OFTEN).toBe('Come home to Iowa');
  });

  test('a cleared one brings the built-in text back', async () => {
    await write('');
    await expect.poll(headline, OFTEN).toBe(BUILT_IN);
    await write('Before the outage');
    await expect.poll(headline, OFTEN).toBe('Before the outage');
  });

  test('while WordPress is stopped, the last page is still served quickly, and the log names cause and fix', async () => {
    await wordpress.stop();
    // Keep requesting pages until the log shows that WordPress cannot be reached.
    await expect
      .poll(
        async () => {
          expect(await visit()).toEqual({ status: 200, headline: 'Before the outage', inTime: true });
          return site.log();
        },
        { interval: 200 },
      )
      .toMatch(/cannot be reached \(ECONNREFUSED\)\. Check that it runs and that WORDPRESS_API_URL/);
  });

  test('after a restart during the outage, the last good page is served at once', async () => {
    await site.stop();
    site = await startSite(connected());
    expect(await visit()).toEqual({ status: 200, headline: 'Before the outage', inTime: true });
  });

  test('a server that never read WordPress answers 503 and shows no substitute content', async () => {
    const cold = await startSite({ ...connected(), DATA_DIR: join(dataDir, 'cold') });
    try {
      const { status, headline } = await visit(cold.url);
      expect({ status, headline }).toEqual({ status: 503, headline: 'Something went wrong on our side' });
      expect((await fetch(cold.url)).headers.get('retry-after')).toBe('30');
    } finally {
      await cold.stop();
    }
  });

  test('when WordPress is back, the next edit is on the page', async () => {
    await wordpress.startAgain();
    await write('After the outage');
    await expect.poll(headline, OFTEN).toBe('After the outage');
  });
});
