import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { editPage, pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';

/** Seconds; short, so that the test is. */
const MAX_AGE = 1;
/** What reading and rendering may add to that on a busy machine, in milliseconds. */
const AND_RENDERING = 3_000;
const EDIT_SHOWS = MAX_AGE * 1_000 + AND_RENDERING;
/** While WordPress is away it is asked ever more rarely; after an outage as short as here this is enough. */
const NEXT_TRY = 15_000;

const BUILT_IN = 'Find Your Front Door in Des Moines';

let wordpress: TestWordPress;
let site: Site;
let home: number;
const connected = () => ({ ...wordpress.env, CONTENT_MAX_AGE: String(MAX_AGE) });

beforeAll(async () => {
  wordpress = await startWordPress();
  home = await pageId(wordpress.editor, 'home');
  site = await startSite(connected());
});
afterAll(async () => {
  await site?.stop();
  await wordpress?.remove();
});

const write = (title: string) => editPage(wordpress.editor, home, { acf: { hero_title: title } });

/** What a visitor gets; `inTime` means within the two seconds that nobody waits longer than. */
async function visit(url = site.url) {
  const start = performance.now();
  const response = await fetch(url);
  const html = await response.text();
  return {
    status: response.status,
    headline: /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1] ?? '',
    inTime: performance.now() - start < 2_000,
  };
}

const headline = async () => (await visit()).headline;
/** Visitors come again and again, until the page shows what is expected or this time is over. */
const within = (milliseconds: number) => ({ timeout: milliseconds, interval: 100 });

// One story: each test goes on where the one before it ended.
describe('an editor changes the headline of the home page', () => {
  test('at first the page says what WordPress was filled with', async () => {
    await expect.poll(headline, within(AND_RENDERING)).toBe(BUILT_IN);
  });

  test('a new headline is on the page within CONTENT_MAX_AGE', async () => {
    await write('Come home to Iowa');
    await expect.poll(headline, within(EDIT_SHOWS)).toBe('Come home to Iowa');
  });

  test('a cleared one brings the built-in text back', async () => {
    await write('');
    await expect.poll(headline, within(EDIT_SHOWS)).toBe(BUILT_IN);
    await write('Before the outage');
    await expect.poll(headline, within(EDIT_SHOWS)).toBe('Before the outage');
  });

  test('while WordPress is stopped the page stays up as it was last, quickly, and the log names cause and mend', async () => {
    await wordpress.stop();
    // Visitors come during the whole time in which the copies grow old and the first tries fail.
    await expect
      .poll(
        async () => {
          expect(await visit()).toEqual({ status: 200, headline: 'Before the outage', inTime: true });
          return site.log();
        },
        { timeout: 10_000, interval: 200 },
      )
      .toMatch(
        /\/wp\/v2\/pages, cannot be reached \(ECONNREFUSED\)\. Check that it runs and that WORDPRESS_API_URL/,
      );
  });

  test('a server started meanwhile shows the built-in page at once', async () => {
    const cold = await startSite(connected());
    try {
      expect(await visit(cold.url)).toEqual({ status: 200, headline: BUILT_IN, inTime: true });
    } finally {
      await cold.stop();
    }
  });

  test('when WordPress is back, the next edit is on the page', async () => {
    await wordpress.startAgain();
    await write('After the outage');
    await expect.poll(headline, within(NEXT_TRY)).toBe('After the outage');
  });
});
