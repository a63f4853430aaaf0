import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSite, pageAt, type ContentSite } from './content-site.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

let wordpress: FakeSite;
let site: ContentSite;
beforeEach(async () => {
  wordpress = await startFakeSite();
  wordpress.add('pages', { id: 10, slug: 'about' });
  site = await openSite({ WORDPRESS_API_URL: wordpress.url, ALLOW_SAMPLE_INDEX: 'true' });
});
afterEach(async () => {
  await site.remove();
  await wordpress.stop();
});

async function headOf(more: Record<string, unknown>) {
  wordpress.edit('pages', 10, more);
  await site.content.check();
  const answer = await pageAt(site.content, '/about');
  return { ...answer.document.head, listed: answer.listed };
}

const yoast_head_json = {
  title: 'Title by Yoast',
  description: 'Words by Yoast',
  og_image: [{ url: '/shared.jpg', width: 1200, height: 630 }],
  robots: { index: 'index', follow: 'follow' },
};

test('a plugin’s values are used if the page’s own are empty', async () => {
  expect(
    await headOf({ yoast_head_json, acf: { seo_title: '', seo_description: 'Own words' } }),
  ).toMatchObject({
    title: 'Title by Yoast',
    description: 'Own words',
    image: { src: '/shared.jpg', width: 1200 },
    robots: 'index, follow',
    listed: true,
  });
});

test('a plugin’s noindex wins over the page’s own setting', async () => {
  const robots = { index: 'noindex', follow: 'follow' };
  expect(
    await headOf({ yoast_head_json: { ...yoast_head_json, robots }, acf: { seo_noindex: false } }),
  ).toMatchObject({ robots: 'noindex', listed: false });
});

test('Rank Math’s values are used without Yoast', async () => {
  expect(await headOf({ meta: { rank_math_title: 'By Rank Math' } })).toMatchObject({
    title: 'By Rank Math',
  });
});
