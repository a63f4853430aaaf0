import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import builtInSettings from '../../fixtures/site-settings.json' with { type: 'json' };
import { answerAt, openSite, pageAt, type ContentSite } from './content-site.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { xssPayloads } from './xss-payloads.ts';

let wordpress: FakeSite;
let site: ContentSite | null = null;
beforeEach(async () => {
  wordpress = await startFakeSite();
});
afterEach(async () => {
  await site?.remove();
  site = null;
  await wordpress.stop();
});

const ABOUT = 10;

function add(slug: string, more: Record<string, unknown> = {}, id = ABOUT): void {
  wordpress.add('pages', { id, slug, title: { rendered: 'Title &#038; more' }, ...more });
}

async function open(env: Record<string, string> = {}, options?: Parameters<typeof openSite>[1]) {
  await site?.remove();
  site = await openSite({ ...wordpress.env, ...env }, options);
  return site.content;
}

const anonymous = { WORDPRESS_USERNAME: '', WORDPRESS_APP_PASSWORD: '' };
const warnings = () => (site?.logged ?? []).flatMap(({ msg }) => msg ?? []);
const headline = async (content: ContentSite['content'], path = '/about') =>
  (await pageAt(content, path)).document.placements[0]?.props.title;

describe('values', () => {
  test('WordPress’s values win, empty and invalid ones fall back, and each fault is logged once per version with place and fix', async () => {
    add('home', {
      title: { rendered: 'Tom &#038; Jerry' },
      acf: {
        hero_title: 'From WordPress',
        hero_desc: 'One.\n\nTwo <a href="http://elsewhere.example/">out</a>.',
        hero_image: 81,
        hero_cta: { title: 'Buy', url: `${wordpress.url}/buy/`, target: '' },
        hero_items: [{ name: 'A' }, { name: '' }, { name: 'B' }],
      },
    });
    const content = await open();
    const { document, page } = await pageAt(content, '/');
    expect(document.head.title).toBe('Tom & Jerry | Des Moines Metro Homes');
    expect(document.placements[0]?.props).toEqual({
      title: 'From WordPress',
      desc: '<p>One.</p><p>Two <a href="http://elsewhere.example/" rel="noopener">out</a>.</p>',
      image: { src: '/scenes/hero.svg', width: 1600, height: 900, alt: 'A skyline' },
      cta: { href: '/buy', text: 'Buy', newTab: false },
      items: { rows: [{ name: 'A' }, { name: 'B' }] },
    });
    expect(page().title).toBe('Tom & Jerry');
    await pageAt(content, '/');
    expect(warnings().filter((message) => message.includes('media 81'))).toEqual([
      'Tom & Jerry › hero_image: media 81 is not public. Publish it, or choose another image.',
    ]);
  });

  test('images have their dimensions and text, and without the plugin are read without credentials', async () => {
    wordpress.plugin = false;
    add('home', { acf: { hero_image: 8, seo_image: 9 }, featured_media: 8 });
    for (const id of [8, 9]) {
      wordpress.add('media', { id, alt_text: `Alt ${id}`, media_details: { width: 1600, height: 900 } });
    }
    const accounts = new Set<string | undefined>();
    wordpress.routes.set('/wp/v2/media', (_query, { headers }) => {
      accounts.add(headers.authorization);
      return null;
    });
    const { document, page } = await pageAt(await open(), '/');
    expect(document.placements[0]?.props.image).toMatchObject({ alt: 'Alt 8', width: 1600 });
    expect(document.head.image.alt).toBe('Alt 9');
    expect(page().featuredImage).toMatch(/^\/media\/[\w-]{16}\/1600$/);
    expect([...accounts]).toEqual([undefined]);
  });

  test('a page without fields (`acf: []`) and text shows its built-in text', async () => {
    add('about', { acf: [], content: { rendered: '', protected: false } });
    const { document } = await pageAt(await open(), '/about');
    expect(document.placements.map(({ props }) => props.title)).toEqual(['About us', 'More of us']);
  });

  test('no attack works in any field', async () => {
    xssPayloads.forEach((payload, index) => {
      const acf = {
        page_layout: [{ block: 'banner', key: 'hero' }],
        hero_title: payload,
        hero_desc: payload,
        hero_cta: payload,
        hero_items: payload,
        seo_description: payload,
      };
      const text = { rendered: payload, protected: false };
      add(`attack-${index}`, { title: text, excerpt: text, content: text, acf }, 100 + index);
    });
    const content = await open();
    for (const [index, payload] of xssPayloads.entries()) {
      const { document, page } = await pageAt(content, `/attack-${index}`);
      const props = document.placements[0]?.props ?? {};
      const html = JSON.stringify([props.desc, props.items, page().content, page().excerpt]);
      expect(html, payload).not.toMatch(
        /<(?:script|style|iframe|svg|math|form|input|object|embed|base|meta|link)\b/i,
      );
      expect(html, payload).not.toMatch(/<[^>]*\s(?:on\w+|style|srcdoc|formaction)=/i);
      expect(html, payload).not.toMatch(/(?:href|src)=\\?["'](?:javascript|data|vbscript):/i);
      expect(JSON.stringify(props.cta ?? ''), payload).not.toMatch(
        /"href":"(?:javascript|data|vbscript|blob):/i,
      );
    }
  });
});

describe('which page', () => {
  test('a page of the route table that is missing in WordPress is built-in, and an unknown path is not found', async () => {
    const content = await open();
    expect((await pageAt(content, '/about')).document.placements).toHaveLength(2);
    expect(await answerAt(content, '/never')).toEqual({ status: 404 });
  });

  test.each(['draft', 'pending', 'private', 'future', 'trash'])(
    'a %s page is not found, is reported to operators, and its values are in no log and no response',
    async (status) => {
      add(status === 'trash' ? 'about__trashed' : 'about', { status, acf: { hero_title: 'Secret' } });
      const content = await open();
      expect(await answerAt(content, '/about')).toEqual({ status: 404 });
      expect(await answerAt(content, '/wp/about')).toEqual({ status: 404 });
      expect(content.health().notices).toEqual([
        expect.stringMatching(`A page in the state “${status}” named “Title & more” hides /about\\. Publish`),
      ]);
      expect(JSON.stringify(site?.logged)).not.toContain('Secret');
    },
  );

  test('without an account drafts are invisible, so the built-in page stays', async () => {
    add('about', { status: 'draft', acf: { hero_title: 'Secret' } });
    expect(await headline(await open(anonymous))).toBe('About us');
  });

  test('a password-protected page shows nothing', async () => {
    add('about', { content: { rendered: '', protected: true }, acf: { hero_title: 'Secret' } });
    const content = await open();
    expect(await answerAt(content, '/about')).toEqual({ status: 404 });
    expect(content.health().notices[0]).toMatch(/A page behind a password .* hides \/about/);
  });

  test('requests by visitors never cause requests to WordPress', async () => {
    const content = await open();
    const before = wordpress.asked.length;
    for (const path of ['/about', '/never', '/a,b', '/..%2fwp-config.php', '/blog/none', '/search?q=x']) {
      await answerAt(content, path);
    }
    expect(wordpress.asked.slice(before)).toEqual([]);
  });

  test('a page that exists only in WordPress shows its content, and a child page only at its own path', async () => {
    add('about', {}, 2);
    const content = { rendered: '<p>The <b>team</b></p><script>x()</script>', protected: false };
    add('team', { parent: 2, link: `${wordpress.url}/about/team/`, content }, 4);
    const opened = await open();
    const { document } = await pageAt(opened, '/about/team');
    expect(document.placements).toEqual([
      {
        block: 'page-content',
        key: 'page',
        region: 'main',
        props: { title: 'Title & more', content: '<p>The <b>team</b></p>' },
      },
    ]);
    expect(await answerAt(opened, '/team')).toEqual({ status: 404 });
    const viewer = await pageAt(opened, '/wp/team');
    expect(viewer.page().id).toBe(4);
    expect(viewer.document.head.canonical).toBe('/about/team');
  });

  test('every old path of a moved page redirects to its current path', async () => {
    add('about', {}, 2);
    add('team', { parent: 2 }, 4);
    const content = await open();
    expect((await pageAt(content, '/about/team')).status).toBe(200);
    wordpress.edit('pages', 4, { slug: 'people', parent: 0 });
    await content.check();
    expect(await answerAt(content, '/about/team')).toEqual({ status: 301, to: '/people' });
    wordpress.edit('pages', 4, { slug: 'crew' });
    await content.check();
    expect(await answerAt(content, '/about/team')).toEqual({ status: 301, to: '/crew' });
    expect(await answerAt(content, '/people')).toEqual({ status: 301, to: '/crew' });
  });
});

describe('layouts', () => {
  const layout = (placements: unknown) => JSON.stringify(placements);

  test('a custom layout wins; an unknown block is omitted and logged, and developers see it', async () => {
    const page_layout = layout([
      { block: 'gone', key: 'gone' },
      { block: 'banner', key: 'own' },
    ]);
    add('about', { acf: { page_layout, own_title: 'Own' } });
    const { document } = await pageAt(await open(), '/about');
    expect(document.placements.map(({ key }) => key)).toEqual(['own']);
    expect(warnings()).toContainEqual(
      expect.stringMatching(/gone: there is no block "gone"\. Correct page_layout/),
    );
    const development = await pageAt(await open({}, { dev: true }), '/about');
    expect(development.document.placements).toMatchObject([{ key: 'gone', faults: [{}] }, { key: 'own' }]);
  });

  test('an invalid layout does not blank the page', async () => {
    add('about');
    const content = await open();
    for (const page_layout of ['[{', '{}', layout([{ block: 'gone', key: 'x' }])]) {
      wordpress.edit('pages', ABOUT, { acf: { page_layout } });
      await content.check();
      expect((await pageAt(content, '/about')).document.placements).toHaveLength(2);
    }
  });

  test('layout_variant selects the home layout, and a preview overrides everything', async () => {
    add('home', { acf: { layout_variant: 'lead-capture' } });
    const content = await open({ HOME_LAYOUT: 'content' });
    expect((await pageAt(content, '/')).document.placements).toHaveLength(2);
    expect((await pageAt(content, '/', { layout: 'content' })).document.placements).toHaveLength(1);
  });

  test('a placement without its required values is omitted', async () => {
    const page_layout = layout([
      { block: 'banner', key: 'hero' },
      { block: 'banner', key: 'second' },
    ]);
    add('about', { acf: { page_layout } });
    const { document } = await pageAt(await open(), '/about');
    expect(document.placements.map(({ key }) => key)).toEqual(['hero']);
    expect(warnings()).toContainEqual(expect.stringContaining('second_title: is empty but needed'));
  });
});

describe('site', () => {
  test('menus: from a menus plugin, else from core with credentials, else built-in', async () => {
    const item = { ID: 5, title: 'Buy &#038; sell', url: `${wordpress.url}/buy/`, menu_item_parent: '0' };
    const menu = { term_id: 2, name: 'Main', slug: 'main', items: [item] };
    wordpress.plugin = false;
    wordpress.routes.set('/menus/v1/locations/primary', () => ({ json: menu }));
    wordpress.routes.set('/wp/v2/menu-locations/footer', () => ({
      json: { name: 'footer', description: 'Footer', menu: 3 },
    }));
    wordpress.routes.set('/wp/v2/menu-items', () => ({
      json: [
        { id: 7, title: { rendered: 'Second' }, url: '/b', parent: 0, menu_order: 2 },
        { id: 8, title: { rendered: 'First' }, url: '/a', parent: 0, menu_order: 1 },
      ],
    }));
    const frame = (await open()).frame();
    expect(frame.primary).toMatchObject([{ title: 'Buy & sell', path: '/buy' }]);
    expect(frame.footer.map(({ title }) => title)).toEqual(['First', 'Second']);
    expect((await open(anonymous)).frame().footer).toMatchObject([{ title: 'About' }]);
  });

  test('a core menu of more than 100 items is read in full', async () => {
    wordpress.plugin = false;
    wordpress.routes.set('/wp/v2/menu-locations/footer', () => ({
      json: { name: 'footer', description: 'Footer', menu: 3 },
    }));
    const items = Array.from({ length: 120 }, (_, index) => {
      return {
        id: index + 1,
        title: { rendered: `Item ${index}` },
        url: `/${index}`,
        menu_order: 120 - index,
      };
    });
    wordpress.routes.set('/wp/v2/menu-items', (query) => {
      const start = (Number(query.get('page') ?? 1) - 1) * 100;
      return { json: items.slice(start, start + 100), headers: { 'X-WP-Total': '120' } };
    });
    const { footer } = (await open()).frame();
    expect(footer).toHaveLength(120);
    expect(footer[0]).toMatchObject({ title: 'Item 119' });
  });

  test('settings of the plugin replace the sample, and stay while the plugin is disabled', async () => {
    const content = await open();
    expect(content.settings()).toEqual(builtInSettings);
    wordpress.settings = {
      agent: { ...builtInSettings.agent, name: 'Real' },
      brokerage: { ...builtInSettings.brokerage, name: 'Real' },
    };
    await content.check();
    expect(content.settings()).toMatchObject({ sample: false, agent: { name: 'Real' } });
    expect((await pageAt(content, '/about')).document.head.robots).toBe('index, follow');
    wordpress.plugin = false;
    await content.check();
    expect(content.settings()).toMatchObject({ sample: false, agent: { name: 'Real' } });
  });

  test('site data accepts WordPress’s types, and links to another host of the site become routes', async () => {
    Object.assign(wordpress.root, {
      name: 'A &amp; B',
      url: 'https://cms.example',
      home: 'https://cms.example',
      gmt_offset: '-6',
      timezone_string: '',
      site_logo: 0,
    });
    add('about', { acf: { hero_cta: 'https://cms.example/buy/' } });
    const content = await open();
    expect(content.siteData()).toMatchObject({ name: 'A & B', gmt_offset: -6, site_logo: null });
    expect((await pageAt(content, '/about')).document.placements[0]?.props.cta).toMatchObject({
      href: '/buy',
    });
  });

  test('posts have all custom fields with sanitized HTML, and pages past the end are empty', async () => {
    wordpress.add('users', { id: 1, name: 'Ann' });
    wordpress.add('categories', { id: 1, name: 'News', slug: 'news' });
    const acf = { rating: 5, note: '<b onclick="x()">Bold</b> words', list: [{ photo: 81, related: [3] }] };
    wordpress.add('posts', { id: 7, slug: 'p1', author: 1, categories: [1], acf });
    const content = await open();
    expect(await content.posts({})).toMatchObject([
      {
        slug: 'p1',
        acf: { rating: 5, note: '<b>Bold</b> words', list: [{ photo: 81, related: [3] }] },
        author: { name: 'Ann' },
        categories: [{ slug: 'news' }],
      },
    ]);
    expect(await content.posts({ page: 2 })).toEqual([]);
  });
});

test('the content changes only when WordPress’s content changes', async () => {
  add('about', { acf: { hero_title: 'One' } });
  const content = await open();
  content.keepSearchIndex();
  // The search index is built in the background, and a new index also counts as a change.
  await expect.poll(() => content.fingerprint('search')).not.toBe('0');
  const [snapshot, frame] = [content.snapshot(), content.frame()];
  let changes = 0;
  content.onChange(() => (changes += 1));
  await content.check();
  expect([content.snapshot(), content.frame(), changes]).toEqual([snapshot, frame, 0]);
  expect(content.snapshot()).toBe(snapshot);
  wordpress.edit('pages', ABOUT, { acf: { hero_title: 'Two' } });
  await content.check();
  expect(await headline(content)).toBe('Two');
  expect(changes).toBeGreaterThan(0);
});
