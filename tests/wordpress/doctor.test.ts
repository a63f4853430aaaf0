import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { loadBuiltInContent } from '../../server/content/built-in/load-built-in-content.ts';
import { PLUGIN_VERSION } from '../../server/content/doctor/check-plugin.ts';
import { describeCompatibilityReport } from '../../server/content/doctor/moving-in/describe-compatibility-report.ts';
import { createCompatibilityReport } from '../../server/content/doctor/moving-in/compatibility-report.ts';
import { readPublicWordPressContent } from '../../server/content/doctor/moving-in/read-public-site.ts';
import { loadProjectBlocks } from '../../server/content/load-blocks.ts';
import { openSite, type OpenSite } from './support/open-site.ts';
import { pageId } from './support/rest.ts';
import { startWordPress, type TestWordPress } from './support/start-wordpress.ts';
import { editPath, openScreen } from './support/wp-admin.ts';

const SECRET = '0123456789abcdef0123456789abcdef';
const SCREEN = '/wp-admin/options-general.php?page=lintel-site-settings';
const CONNECTION = 'form:has(#lintel-connection-url)';

let wordpress: TestWordPress;
let site: OpenSite;
beforeAll(async () => {
  wordpress = await startWordPress();
  // A normal installation has this draft, which only administrators may read. The test site was seeded without it.
  await wordpress.runPhp(
    `update_option( 'wp_page_for_privacy_policy', wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Privacy Policy' ) ) );`,
  );
  site = await openSite({ ...wordpress.env, WORDPRESS_WEBHOOK_SECRET: SECRET });
});
afterAll(async () => {
  await wordpress?.remove();
  await site?.close();
});

const results = () => open(`${SCREEN}&lintel-doctor=1`);
const open = async (path: string) => {
  const { document } = await openScreen(wordpress.url, wordpress.adminSession, path);
  return document.querySelector('#lintel-doctor');
};

test('the plugin reports its findings only to editors, and a refusal says whether credentials were sent', async () => {
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

test('the account is not blamed for WordPress’s own privacy draft', async () => {
  await site.read();
  expect(site.messages()).not.toContainEqual(expect.stringContaining('may not read'));
});

// The tests depend on each other: each continues where the previous one ended.
test('before the site is connected, the settings screen says what comes first', async () => {
  expect((await open(`${SCREEN}&tab=checks`))?.textContent).toContain('Save the address of the site');
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
  // For the last two texts, the site made WordPress send it a notice, and opened a preview. A busy machine may need
  // more than one run of the checks.
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

test('what is shown otherwise is counted with a link to each place, on the settings screen and before moving in', async () => {
  const content =
    '<!-- wp:loginout /--><div class="wpcf7"><p>Form</p></div>[price_table]<a href="/an-old-page/">x</a>';
  const { id } = z
    .object({ id: z.number() })
    .parse(await wordpress.admin.post('/wp/v2/posts', { title: 'Roofs', content, status: 'publish' }));
  await site.read();
  const found = [
    'A form of Contact Form 7',
    'The block “Loginout”',
    'The shortcode [price_table]',
    'A link to /an-old-page',
  ];
  for (const words of found)
    await expect
      .poll(async () => (await results())?.textContent, { interval: 1_000 })
      .toContain(`${words}, in 1 text.`);
  const links = [...((await results())?.querySelectorAll('.lintel-check-warning li li a') ?? [])];
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toContainEqual([
    'Roofs',
    `${wordpress.url}/wp-admin/post.php?post=${id}&action=edit`,
  ]);

  const config = { url: wordpress.url, credentials: null, proxy: null, secret: null };
  const read = await readPublicWordPressContent({ config, onProgress: () => {}, onWait: () => {} });
  const blocks = await loadProjectBlocks();
  const { content: builtIn } = await loadBuiltInContent(join(import.meta.dirname, '../../fixtures'), blocks);
  const report = await createCompatibilityReport(read, {
    wordpress: config,
    config: { homeLayout: null, allowSampleIndex: false, imageOrigins: [] },
    builtIn,
    blocks,
    onProgress: () => {},
  });
  const text = describeCompatibilityReport(report);
  for (const words of found) expect(text).toContain(`${words}, in 1 text.`);
  expect(report.totals.pages).toBeGreaterThan(10);
  expect([report.clashes, report.unread, report.otherTypes]).toEqual([[], [], []]);
});

test('a new field of a block is reported until the plugin has fetched the sections, and then is on the edit screen', async () => {
  const field = async () => {
    const about = await pageId(wordpress.editor, 'about');
    const { document } = await openScreen(wordpress.url, wordpress.adminSession, editPath(about));
    return document.querySelector('#lintel-hero_tagline');
  };
  // Makes the plugin's sections look as if they were fetched before the block "hero" had a tagline.
  await wordpress.runPhp(`
    lintel_fetch_sections();
    $source = get_option( LINTEL_SECTIONS_OPTION );
    $hero   = &$source['sections']['blocks']['hero']['fields'];
    $hero   = array_values( array_filter( $hero, static function ( $field ) { return 'tagline' !== $field['name']; } ) );
    unset( $source['etag'] );
    update_option( LINTEL_SECTIONS_OPTION, $source, false );
  `);
  expect(await field()).toBe(null);
  const named = '(tagline) of the block “Hero”';
  await expect.poll(async () => (await results())?.textContent, { interval: 1_000 }).toContain(named);
  const settings = await openScreen(wordpress.url, wordpress.adminSession, `${SCREEN}&tab=checks`);
  const ask = settings.form('form:has([value="lintel_fetch_sections"])');
  await openScreen(wordpress.url, wordpress.adminSession, '/wp-admin/admin-post.php', ask);
  expect(await field()).not.toBe(null);
  const known = 'The plugin knows every field of every block';
  await expect.poll(async () => (await results())?.textContent, { interval: 1_000 }).toContain(known);
});
