import { afterEach, describe, expect, test, vi } from 'vitest';
import { openSite } from './content-site.ts';
import type { ContentSite } from './content-site.ts';

vi.setConfig({ testTimeout: 30_000 });

let site: ContentSite | null = null;
afterEach(async () => {
  await site?.remove();
  site = null;
});
async function open(...args: Parameters<typeof openSite>) {
  site = await openSite(...args);
  return site.gateway;
}
const page200 = async (
  gateway: ContentSite['gateway'],
  path: string,
  layout?: 'content' | 'lead-capture',
) => {
  const answer = await gateway.route(path, layout ? { layout } : {});
  if (answer.status !== 200) throw new Error(`${path} is ${answer.status}`);
  return answer;
};

describe('built-in content', () => {
  test('a route has its page, finished', async () => {
    const gateway = await open();
    const { document, page, changesAt } = await page200(gateway, '/');
    expect(document).toEqual({
      path: '/',
      slug: 'home',
      head: {
        title: 'Built-in home | Des Moines Metro Homes',
        description: expect.stringContaining('Des Moines'),
        canonical: '/',
        robots: 'noindex',
        image: {
          src: expect.stringMatching(/^\/share\/home\.png\?v=/),
          width: 1200,
          height: 630,
          type: 'image/png',
          alt: 'Built-in headline',
        },
        type: 'website',
      },
      placements: [
        {
          block: 'banner',
          key: 'hero',
          region: 'main',
          props: {
            title: 'Built-in headline',
            image: { src: '/scenes/hero.svg', width: 1600, height: 900, alt: 'A skyline' },
            items: { rows: [] },
          },
        },
      ],
    });
    expect(page.acf.hero_title).toBe('Built-in headline');
    expect(changesAt).toBeNull();
  });

  test('answers and frame keep their identity', async () => {
    const gateway = await open();
    expect(await gateway.route('/about')).toBe(await gateway.route('/about/'));
    expect(await gateway.route('/nowhere')).toBe(await gateway.route('/elsewhere'));
    expect(await gateway.frame()).toBe(await gateway.frame());
  });

  test('a page below another, and paths that are none', async () => {
    const gateway = await open();
    expect((await page200(gateway, '/buy/guide')).document.head.canonical).toBe('/buy/guide');
    for (const path of ['/guide', '/x/about', '/buy/../about', `/${'a'.repeat(400)}`]) {
      expect(await gateway.route(path)).toEqual({ status: 404 });
    }
  });

  test('home has two layouts: the setting picks, a look shows the other without being indexed', async () => {
    const gateway = await open({ HOME_LAYOUT: 'lead-capture', ALLOW_SAMPLE_INDEX: 'true' });
    const keys = async (layout?: 'content' | 'lead-capture') =>
      (await page200(gateway, '/', layout)).document.placements.map(({ key }) => key);
    expect(await keys()).toEqual(['hero', 'form']);
    expect(await keys('content')).toEqual(['hero']);
    expect((await page200(gateway, '/')).document.head.robots).toBe('index, follow');
    expect((await page200(gateway, '/', 'content')).document.head).toMatchObject({
      robots: 'noindex',
      canonical: '/',
    });
    expect(await gateway.route('/about', { layout: 'content' })).toBe(await gateway.route('/about'));
  });

  test('the content view of a page is canonical to its route', async () => {
    const gateway = await open();
    const { document, page } = await page200(gateway, '/wp/guide');
    expect(document).toMatchObject({ path: '/wp/guide', head: { canonical: '/buy/guide' } });
    expect(document.placements).toMatchObject([
      { block: 'page-content', props: { title: 'Built-in guide' } },
    ]);
    expect(page.acf.hero_title).toBe('The guide');
    expect((await page200(gateway, '/wp-about')).document.head.canonical).toBe('/about');
  });

  test('a placement with built-in content only', async () => {
    const gateway = await open();
    expect(gateway.builtIn('/', 'hero')?.props.title).toBe('Built-in headline');
    expect(gateway.builtIn('/', 'form', { layout: 'lead-capture' })?.props.title).toBe('Form');
    expect(gateway.builtIn('/', 'nothing')).toBeNull();
    expect(gateway.builtIn('/nowhere', 'hero')).toBeNull();
  });

  test('what is hidden or not yet due is in no part of the answer, until its moment', async () => {
    let now = Date.parse('2026-12-24T23:59:59Z');
    const acf = { hero_title: 'A', soon_title: 'Later news', never_title: 'Nobody sees this' };
    const gateway = await open(
      {},
      {
        now: () => now,
        files: {
          'pages/about.json': {
            id: 2,
            slug: 'about',
            parent: '',
            title: { rendered: 'About' },
            content: { rendered: '' },
            excerpt: { rendered: '' },
            modified: '2026-01-01T00:00:00',
            acf,
          },
          'layouts/about.json': [
            { block: 'banner', key: 'hero' },
            { block: 'banner', key: 'soon', from: '2026-12-24T18:00' },
            { block: 'banner', key: 'never', hidden: true },
          ],
        },
      },
    );
    const before = await page200(gateway, '/about');
    expect(JSON.stringify(before)).not.toMatch(/Later news|Nobody sees/);
    expect(before.changesAt).toBe(Date.parse('2026-12-25T00:00:00Z'));
    now += 1_000;
    const after = await page200(gateway, '/about');
    expect(JSON.stringify(after)).toContain('Later news');
    expect(JSON.stringify(after)).not.toContain('Nobody sees');
    expect(after.changesAt).toBeNull();
  });

  test('every fault is listed at the start', async () => {
    const opening = openSite(
      {},
      {
        files: {
          'pages/buy.json': '{',
          'layouts/about.json': [
            { block: 'nothing', key: 'hero' },
            { block: 'banner', key: 'more', ids: { title: 'page_layout' } },
          ],
          'pages/home.json': {
            id: 1,
            slug: 'home',
            parent: '',
            title: { rendered: 'Home' },
            content: { rendered: '' },
            excerpt: { rendered: '' },
            modified: '2026-01-01T00:00:00',
            acf: { hero_title: 'A', hero_image: 99, form_title: 'F' },
          },
        },
      },
    );
    await expect(opening).rejects.toThrow(/pages\/buy\.json is not JSON/);
    const message = await opening.catch((error: Error) => error.message);
    expect(message).toMatch(/layouts\/buy\.json: there is no page/);
    const rest = await openSite(
      {},
      {
        files: {
          'layouts/about.json': [
            { block: 'nothing', key: 'hero' },
            { block: 'banner', key: 'more', ids: { title: 'page_layout' } },
          ],
          'pages/home.json': {
            id: 1,
            slug: 'home',
            parent: '',
            title: { rendered: 'Home' },
            content: { rendered: '' },
            excerpt: { rendered: '' },
            modified: '2026-01-01T00:00:00',
            acf: { hero_title: 'A', hero_image: 99, form_title: 'F' },
          },
        },
      },
    ).catch((error: Error) => error.message);
    expect(rest).toMatch(/there is no block "nothing"/);
    expect(rest).toMatch(/page_layout is reserved/);
    expect(rest).toMatch(/Home → hero_image: media 99 is not public/);
  });

  test('the frame has menus as trees and the settings', async () => {
    const frame = await (await open()).frame();
    expect(frame.primary).toMatchObject([{ title: 'Buy', path: '/buy', children: [] }]);
    expect(frame.settings.sample).toBe(true);
  });
});
