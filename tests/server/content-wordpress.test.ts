import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listPages, restPage, startFakeWordPress } from './content-fake-wordpress.ts';
import type { FakeWordPress } from './content-fake-wordpress.ts';
import { openSite } from './content-site.ts';
import type { ContentSite } from './content-site.ts';
import { xssPayloads } from './xss-payloads.ts';

vi.setConfig({ testTimeout: 30_000 });

let wordpress: FakeWordPress;
let site: ContentSite | null = null;
beforeEach(async () => {
  wordpress = await startFakeWordPress();
});
afterEach(async () => {
  await wordpress.stop();
  await site?.remove();
  site = null;
});

const SIGNED_IN = { WORDPRESS_USERNAME: 'editor', WORDPRESS_APP_PASSWORD: 'abcd efgh ijkl' };

async function open(env: Record<string, string> = {}, options?: Parameters<typeof openSite>[1]) {
  site = await openSite({ WORDPRESS_API_URL: wordpress.url, ...env }, options);
  return site.gateway;
}

async function shown(gateway: ContentSite['gateway'], path: string, layout?: 'content' | 'lead-capture') {
  const answer = await gateway.route(path, layout ? { layout } : {});
  if (answer.status !== 200) throw new Error(`${path} is ${answer.status}`);
  return answer;
}

const warnings = () => (site?.logged ?? []).flatMap(({ msg }) => msg ?? []);

describe('values', () => {
  test('WordPress’s values win, empty and bad ones fall back, faults name place and mend once a version', async () => {
    listPages(wordpress, [
      restPage(wordpress, 'home', {
        title: { rendered: 'Tom &#038; Jerry' },
        acf: {
          hero_title: 'From WordPress',
          hero_desc: 'One.\n\nTwo <a href="http://elsewhere.example/">out</a>.',
          hero_image: 81,
          hero_cta: { title: 'Buy', url: `${wordpress.url}/buy/`, target: '' },
          hero_items: [{ name: 'A' }, { name: '' }, { name: 'B' }],
        },
      }),
    ]);
    wordpress.routes.set('/wp/v2/media', () => ({ json: [] }));
    const gateway = await open();
    const { document, page } = await shown(gateway, '/');
    expect(document.head.title).toBe('Tom & Jerry | Des Moines Metro Homes');
    expect(document.placements[0]?.props).toEqual({
      title: 'From WordPress',
      desc: '<p>One.</p><p>Two <a href="http://elsewhere.example/" rel="noopener">out</a>.</p>',
      image: { src: '/scenes/hero.svg', width: 1600, height: 900, alt: 'A skyline' },
      cta: { href: '/buy', text: 'Buy', newTab: false },
      items: { rows: [{ name: 'A' }, { name: 'B' }] },
    });
    expect(page.title).toBe('Tom & Jerry');
    await shown(gateway, '/');
    const told = warnings().filter((message) => message.includes('media 81'));
    expect(told).toEqual([
      'Tom & Jerry → hero_image: media 81 is not public. Publish it, or choose another image.',
    ]);
  });

  test('images come with their sizes, by one question for the page, asked as a stranger', async () => {
    listPages(wordpress, [
      restPage(wordpress, 'home', { acf: { hero_image: 8, seo_image: 9 }, featured_media: 8 }),
    ]);
    const headers: (string | undefined)[] = [];
    const media = (id: number) => ({
      id,
      source_url: `${wordpress.url}/wp-content/uploads/${id}.jpg`,
      alt_text: `Alt ${id}`,
      media_details: { width: 1600, height: 900, sizes: {} },
    });
    wordpress.routes.set('/wp/v2/media', (query, request) => {
      headers.push(request.headers.authorization);
      return { json: (query.get('include') ?? '').split(',').map((id) => media(Number(id))) };
    });
    const gateway = await open(SIGNED_IN);
    const { document, page } = await shown(gateway, '/');
    expect(document.placements[0]?.props.image).toMatchObject({ alt: 'Alt 8', width: 1600 });
    expect(document.head.image.alt).toBe('Alt 9');
    expect(page.featuredImage).toBe(`${wordpress.url}/wp-content/uploads/8.jpg`);
    expect(headers).toEqual([undefined]);
  });

  test('a page without fields (`acf: []`) shows its built-in text', async () => {
    listPages(wordpress, [restPage(wordpress, 'about')]);
    const { document } = await shown(await open(), '/about');
    expect(document.placements.map(({ props }) => props.title)).toEqual(['About us', 'More of us']);
  });

  test.each(xssPayloads)('%s in any field runs nowhere', async (payload) => {
    listPages(wordpress, [
      restPage(wordpress, 'home', {
        title: { rendered: payload },
        excerpt: { rendered: payload },
        content: { rendered: payload },
        acf: {
          hero_title: payload,
          hero_desc: payload,
          hero_cta: payload,
          hero_items: payload,
          seo_description: payload,
        },
      }),
    ]);
    const { document, page } = await shown(await open(), '/');
    const props = document.placements[0]?.props ?? {};
    const html = JSON.stringify([props.desc, props.items, page.content, page.excerpt]);
    expect(html).not.toMatch(/<(?:script|style|iframe|svg|math|form|input|object|embed|base|meta|link)\b/i);
    expect(html).not.toMatch(/<[^>]*\s(?:on\w+|style|srcdoc|formaction)=/i);
    expect(html).not.toMatch(/(?:href|src)=\\?["'](?:javascript|data|vbscript):/i);
    expect(JSON.stringify(props.cta ?? '')).not.toMatch(/"href":"(?:javascript|data|vbscript|blob):/i);
  });
});

describe('which page', () => {
  test('of two pages of a slug the one at the route is shown', async () => {
    listPages(wordpress, [
      restPage(wordpress, 'home', {
        id: 8,
        parent: 3,
        link: `${wordpress.url}/empty/home/`,
        acf: { hero_title: 'Child' },
      }),
      restPage(wordpress, 'home', { id: 6, acf: { hero_title: 'Front' } }),
    ]);
    expect((await shown(await open(), '/')).document.placements[0]?.props.title).toBe('Front');
  });

  test('a page of the route table that WordPress lacks is built-in; an unknown path is not found', async () => {
    listPages(wordpress, []);
    const gateway = await open();
    expect((await shown(gateway, '/about')).document.placements).toHaveLength(2);
    expect(await gateway.route('/never')).toEqual({ status: 404 });
  });

  test.each(['draft', 'pending', 'private', 'future', 'trash'])(
    'a %s page is not found, built-in or not',
    async (status) => {
      const slug = status === 'trash' ? 'about__trashed' : 'about';
      listPages(wordpress, [restPage(wordpress, slug, { status, acf: { hero_title: 'Secret' } })]);
      const gateway = await open(SIGNED_IN);
      expect(await gateway.route('/about')).toEqual({ status: 404 });
      expect(await gateway.source.page('about')).toBeNull();
    },
  );

  test('nothing of a page behind a password is shown', async () => {
    const locked = { rendered: '', protected: true };
    listPages(wordpress, [restPage(wordpress, 'about', { content: locked, acf: { hero_title: 'Secret' } })]);
    expect(await (await open()).route('/about')).toEqual({ status: 404 });
  });

  test('slugs that WordPress could not have are never asked for', async () => {
    listPages(wordpress, []);
    const gateway = await open();
    await gateway.route('/a,b');
    await gateway.route('/..%2fwp-config.php');
    expect(wordpress.asked.filter((url) => url.includes('/pages'))).toEqual([]);
  });

  test('a page of WordPress’s own shows its content; below another page it is found by its path and its slug', async () => {
    listPages(wordpress, [
      restPage(wordpress, 'team', {
        id: 4,
        parent: 2,
        link: `${wordpress.url}/about/team/`,
        content: { rendered: '<p>The <b>team</b></p><script>x()</script>', protected: false },
      }),
    ]);
    const gateway = await open();
    const { document } = await shown(gateway, '/about/team');
    expect(document.placements).toEqual([
      {
        block: 'page-content',
        key: 'page',
        region: 'main',
        props: { title: 'Title & more', content: '<p>The <b>team</b></p>' },
      },
    ]);
    expect(await gateway.route('/team')).toEqual({ status: 404 });
    expect((await gateway.source.page('team'))?.id).toBe(4);
    expect((await shown(gateway, '/wp/team')).document.head.canonical).toBe('/about/team');
  });
});

describe('layouts', () => {
  const layout = (placements: unknown) => JSON.stringify(placements);

  test('an own layout wins; an unknown block is left out, and named; developers see it', async () => {
    listPages(wordpress, [
      restPage(wordpress, 'about', {
        acf: {
          page_layout: layout([
            { block: 'gone', key: 'gone' },
            { block: 'banner', key: 'own' },
          ]),
          own_title: 'Own',
        },
      }),
    ]);
    const { document } = await shown(await open(), '/about');
    expect(document.placements.map(({ key }) => key)).toEqual(['own']);
    expect(warnings()).toContainEqual(
      expect.stringMatching(/gone: there is no block "gone"\. Correct page_layout/),
    );
    await site?.remove();
    const development = await shown(await open({}, { dev: true }), '/about');
    expect(development.document.placements).toMatchObject([{ key: 'gone', faults: [{}] }, { key: 'own' }]);
  });

  test('a layout that cannot be read does not blank the page', async () => {
    for (const page_layout of ['[{', '{}', layout([{ block: 'gone', key: 'x' }])]) {
      listPages(wordpress, [restPage(wordpress, 'about', { acf: { page_layout } })]);
      expect((await shown(await open(), '/about')).document.placements).toHaveLength(2);
      await site?.remove();
    }
  });

  test('layout_variant picks for home; a look wins over everything', async () => {
    listPages(wordpress, [restPage(wordpress, 'home', { acf: { layout_variant: 'lead-capture' } })]);
    const gateway = await open({ HOME_LAYOUT: 'content' });
    expect((await shown(gateway, '/')).document.placements).toHaveLength(2);
    expect((await shown(gateway, '/', 'content')).document.placements).toHaveLength(1);
  });

  test('a placement that lacks what it needs is left out', async () => {
    listPages(wordpress, [
      restPage(wordpress, 'about', {
        acf: {
          page_layout: layout([
            { block: 'banner', key: 'hero' },
            { block: 'banner', key: 'second' },
          ]),
        },
      }),
    ]);
    expect((await shown(await open(), '/about')).document.placements.map(({ key }) => key)).toEqual(['hero']);
    expect(warnings()).toContainEqual(expect.stringContaining('second_title: is empty but needed'));
  });
});

describe('site', () => {
  test('menus: from the plugin, else from core with credentials, else built-in', async () => {
    wordpress.routes.set('/menus/v1/locations/primary', () => ({
      json: {
        term_id: 2,
        name: 'Main',
        slug: 'main',
        items: [{ ID: 5, title: 'Buy &#038; sell', url: `${wordpress.url}/buy/`, menu_item_parent: '0' }],
      },
    }));
    wordpress.routes.set('/wp/v2/menu-locations/footer', () => ({
      json: { name: 'footer', description: 'Footer', menu: 3 },
    }));
    wordpress.routes.set('/wp/v2/menu-items', () => ({
      json: [
        { id: 7, title: { rendered: 'Second' }, url: '/b', parent: 0, menu_order: 2 },
        { id: 8, title: { rendered: 'First' }, url: '/a', parent: 0, menu_order: 1 },
      ],
    }));
    const frame = await (await open(SIGNED_IN)).frame();
    expect(frame.primary).toMatchObject([{ title: 'Buy & sell', path: '/buy' }]);
    expect(frame.footer.map(({ title }) => title)).toEqual(['First', 'Second']);
    await site?.remove();
    expect((await (await open()).frame()).footer).toMatchObject([{ title: 'About' }]);
  });

  test('settings of the plugin end the sample', async () => {
    const builtIn = (await (await open()).frame()).settings;
    await site?.remove();
    wordpress.routes.set('/lintel/v1/site-settings', () => ({
      json: { agent: { ...builtIn.agent, name: 'Real' }, brokerage: { ...builtIn.brokerage, name: 'Real' } },
    }));
    listPages(wordpress, []);
    const gateway = await open();
    expect((await gateway.frame()).settings).toMatchObject({ sample: false, agent: { name: 'Real' } });
    expect((await shown(gateway, '/about')).document.head.robots).toBe('index, follow');
  });

  test('site data, tolerant of WordPress’s types; links to another host of the site become routes', async () => {
    wordpress.routes.set('/', () => ({
      json: {
        name: 'A &amp; B',
        description: '',
        url: 'https://cms.example',
        home: 'https://cms.example',
        gmt_offset: '-6',
        timezone_string: '',
        site_logo: 0,
      },
    }));
    listPages(wordpress, [restPage(wordpress, 'about', { acf: { hero_cta: 'https://cms.example/buy/' } })]);
    const gateway = await open();
    expect(await gateway.source.siteData()).toMatchObject({ name: 'A & B', gmt_offset: -6, site_logo: null });
    expect((await shown(gateway, '/about')).document.placements[0]?.props.cta).toMatchObject({
      href: '/buy',
    });
  });

  test('posts: finished, none past the end', async () => {
    wordpress.routes.set('/wp/v2/posts', (query) =>
      query.get('page') === '2'
        ? { status: 400, json: { code: 'rest_post_invalid_page_number', message: '', data: { status: 400 } } }
        : {
            json: [
              restPage(wordpress, 'p1', {
                date_gmt: '2026-01-01T00:00:00',
                categories: [1],
                acf: { secret: 1 },
                _embedded: {
                  author: [{ id: 1, name: 'Ann' }],
                  'wp:term': [[{ id: 1, name: 'News', slug: 'news', taxonomy: 'category' }]],
                },
              }),
            ],
          },
    );
    const gateway = await open();
    expect(await gateway.source.posts({})).toMatchObject([
      { slug: 'p1', acf: {}, author: { name: 'Ann' }, categories: [{ slug: 'news' }] },
    ]);
    expect(await gateway.source.posts({ page: 2 })).toEqual([]);
  });
});

test('answers keep their identity while WordPress’s content stays, and change with it', async () => {
  const acf = { hero_title: 'One' };
  listPages(wordpress, [restPage(wordpress, 'about', { acf })]);
  const gateway = await open();
  const [first, frame] = [await gateway.route('/about'), await gateway.frame()];
  expect(await gateway.route('/about')).toBe(first);
  expect(await gateway.frame()).toBe(frame);
  acf.hero_title = 'Two';
  expect((await shown(gateway, '/about')).document.placements[0]?.props.title).toBe('Two');
});
