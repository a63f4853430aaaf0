import { afterEach, describe, expect, test } from 'vitest';
import { answerAt, openSite, pageAt, type ContentSite } from './content-site.ts';

let site: ContentSite | null = null;
afterEach(async () => {
  await site?.remove();
  site = null;
});
async function open(...args: Parameters<typeof openSite>) {
  site = await openSite(...args);
  return site.content;
}

describe('built-in content', () => {
  test('a route has its complete page', async () => {
    const content = await open();
    const { document, page, changesAt } = await pageAt(content, '/');
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
    expect(page().acf.hero_title).toBe('Built-in headline');
    expect(changesAt).toBeNull();
  });

  test('is complete without reading WordPress, and the same for each spelling of a path', async () => {
    const content = await open();
    expect(content.health()).toEqual({
      source: 'built-in',
      isReader: false,
      ready: true,
      lastGoodAt: null,
      lastFault: null,
      notices: [],
    });
    expect((await pageAt(content, '/about/')).document).toEqual((await pageAt(content, '/about')).document);
    expect(content.frame()).toBe(content.frame());
  });

  test('child pages, and unknown paths', async () => {
    const content = await open();
    expect((await pageAt(content, '/buy/guide')).document.head.canonical).toBe('/buy/guide');
    for (const path of ['/guide', '/x/about', '/buy/../about', `/${'a'.repeat(400)}`]) {
      expect(await answerAt(content, path)).toEqual({ status: 404 });
    }
  });

  test('home has two layouts: the setting selects one, and a preview shows the other without being indexed', async () => {
    const content = await open({ HOME_LAYOUT: 'lead-capture', ALLOW_SAMPLE_INDEX: 'true' });
    const keys = async (layout?: 'content' | 'lead-capture') =>
      (await pageAt(content, '/', layout ? { layout } : {})).document.placements.map(({ key }) => key);
    expect(await keys()).toEqual(['hero', 'form']);
    expect(await keys('content')).toEqual(['hero']);
    expect((await pageAt(content, '/')).document.head.robots).toBe('index, follow');
    expect((await pageAt(content, '/', { layout: 'content' })).document.head).toMatchObject({
      robots: 'noindex',
      canonical: '/',
    });
    const about = await pageAt(content, '/about');
    expect((await pageAt(content, '/about', { layout: 'content' })).document).toEqual(about.document);
  });

  test('the content view of a page has its route as canonical URL', async () => {
    const content = await open();
    const { document, page } = await pageAt(content, '/wp/guide');
    expect(document).toMatchObject({ path: '/wp/guide', head: { canonical: '/buy/guide' } });
    expect(document.placements).toMatchObject([
      { block: 'page-content', props: { title: 'Built-in guide' } },
    ]);
    expect(page().acf.hero_title).toBe('The guide');
    expect((await pageAt(content, '/wp-about')).document.head.canonical).toBe('/about');
  });

  test('a placement with built-in content only', async () => {
    const content = await open();
    expect((await content.builtInPlacement('/', 'hero'))?.props.title).toBe('Built-in headline');
    expect((await content.builtInPlacement('/', 'form', 'lead-capture'))?.props.title).toBe('Form');
    expect(await content.builtInPlacement('/', 'nothing')).toBeNull();
    expect(await content.builtInPlacement('/nowhere', 'hero')).toBeNull();
  });

  test('hidden and future values are not in the response until they become visible', async () => {
    let now = Date.parse('2026-12-24T23:59:59Z');
    const acf = { hero_title: 'A', soon_title: 'Later news', never_title: 'Nobody sees this' };
    const content = await open(
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
    const before = await pageAt(content, '/about');
    expect(JSON.stringify(before)).not.toMatch(/Later news|Nobody sees/);
    expect(before.changesAt).toBe(Date.parse('2026-12-25T00:00:00Z'));
    now += 1_000;
    const after = await pageAt(content, '/about');
    expect(JSON.stringify(after)).toContain('Later news');
    expect(JSON.stringify(after)).not.toContain('Nobody sees');
    expect(after.changesAt).toBeNull();
  });

  test('all faults are reported at startup', async () => {
    const home = {
      id: 1,
      slug: 'home',
      parent: '',
      title: { rendered: 'Home' },
      content: { rendered: '' },
      excerpt: { rendered: '' },
      modified: '2026-01-01T00:00:00',
      acf: { hero_title: 'A', hero_image: 99, form_title: 'F' },
    };
    const opening = openSite(
      {},
      {
        files: {
          'pages/buy.json': '{',
          'layouts/about.json': [
            { block: 'nothing', key: 'hero' },
            { block: 'banner', key: 'more', ids: { title: 'page_layout' } },
          ],
          'pages/home.json': home,
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
          'layouts/buy--home.json': [{ block: 'nothing', key: 'hero' }],
          'pages/home.json': home,
          'pages/buy--home.json': { ...home, id: 9, parent: 'buy' },
        },
      },
    ).catch((error: Error) => error.message);
    expect(rest).toMatch(/layouts\/about\.json, hero: there is no block "nothing"/);
    expect(rest).toMatch(/layouts\/buy--home\.json, hero: there is no block "nothing"/);
    expect(rest).toMatch(/page_layout is reserved/);
    expect(rest).toMatch(/Home › hero_image: media 99 is not public/);
  });

  test('the frame has the menus as trees, and the settings', async () => {
    const frame = (await open()).frame();
    expect(frame.primary).toMatchObject([{ title: 'Buy', path: '/buy', children: [] }]);
    expect(frame.settings.sample).toBe(true);
  });
});
