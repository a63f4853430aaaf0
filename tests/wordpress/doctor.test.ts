import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { PLUGIN_VERSION } from '../../server/content/doctor/check-plugin.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { openScreen } from './support/wp-admin.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const SCREEN = '/wp-admin/options-general.php?page=lintel-site-settings';
const CONNECTION = 'form:has(#lintel-connection-url)';

let wordpress: TestWordPress;
let site: OpenSite;
beforeAll(async () => {
  wordpress = await startWordPress();
  site = await openSite({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
});
afterAll(async () => {
  await site?.close();
  await wordpress?.remove();
});

const open = async (path: string) => {
  const { document } = await openScreen(wordpress.url, wordpress.adminSession, path);
  return document.querySelector('#lintel-doctor');
};

test('the plugin reports its findings only to editors, and whether an account was sent', async () => {
  const findings = z
    .object({ version: z.string(), signature: z.string(), blocks: z.record(z.string(), z.array(z.string())) })
    .parse(await wordpress.editor.get('/lintel/v1/doctor'));
  expect(findings.version).toBe(PLUGIN_VERSION);
  expect(findings.signature).toBe('no secret');
  expect(findings.blocks['hero']).toContain('title');
  const ask = async (headers: Record<string, string>) => {
    const answer = await fetch(`${wordpress.url}/?rest_route=/lintel/v1/doctor`, { headers });
    const { data } = z.object({ data: z.object({ authorization: z.boolean() }) }).parse(await answer.json());
    return [answer.status, data.authorization];
  };
  expect(await ask({})).toEqual([401, false]);
  expect(await ask({ authorization: `Basic ${btoa('editor:wrong')}` })).toEqual([401, true]);
});

// The tests depend on each other: each continues where the previous one ended.
test('before the site is connected, the settings screen says what comes first', async () => {
  expect((await open(SCREEN))?.textContent).toContain('Save the address of the site');
});

test('once connected, the settings screen shows the checks of the site, with a link to a faulty field', async () => {
  const buy = await pageId(wordpress.editor, 'buy');
  await wordpress.store(buy, { hero_image: 999_999 });
  await site.read();
  const settings = await openScreen(wordpress.url, wordpress.adminSession, SCREEN);
  const form = settings.form(CONNECTION, {
    'lintel_connection[url]': site.url,
    'lintel_connection[secret]': SECRET,
  });
  await openScreen(wordpress.url, wordpress.adminSession, SCREEN, form);
  const results = () => open(`${SCREEN}&lintel-doctor=1`);
  // The last two mean that the site made WordPress send a notice, and opened a preview. On a busy machine, the checks
  // may have to run more than once.
  for (const words of [
    'hero_image: media 999999',
    'have the same secret',
    'the site read WordPress and was up to date',
    'A preview of a page was opened',
  ]) {
    await expect.poll(async () => (await results())?.textContent, { interval: 1_000 }).toContain(words);
  }
  const links = (await results())?.querySelectorAll('.lintel-check-failed a') ?? [];
  expect([...links].map((link) => link.getAttribute('href'))).toContainEqual(
    expect.stringContaining(`post=${buy}&action=edit#lintel-hero_image`),
  );
});
