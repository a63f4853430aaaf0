import { describe, expect, test } from 'vitest';
import { publicPages } from './content-library.ts';
import {
  testBlocks,
  testBuiltInContent,
  mirrorEntry,
  resolveTestPage,
  siteEntry,
  snapshotOf,
  wordPressEntry,
} from '../testing/test-content.ts';
import { defineBlock } from '../../../src/builder/block.ts';
import { text } from '../../../src/builder/fields.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import type { PageRequest, ResolvePageInput } from './resolve-page.ts';

function found(
  entries: readonly MirrorEntry[],
  request: string | PageRequest,
  more?: Partial<ResolvePageInput>,
) {
  const { answer } = resolveTestPage(entries, request, more);
  if (answer.status !== 200) throw new Error(`The answer is ${answer.status}.`);
  return answer;
}
const answer = (entries: readonly MirrorEntry[], path: string) => resolveTestPage(entries, path).answer;
const headline = (entries: readonly MirrorEntry[], path: string) =>
  found(entries, path).document.placements[0]?.props.title;
const NOT_FOUND = { status: 404 };

describe('own and built-in pages', () => {
  test('the built-in page is shown if WordPress does not have it; otherwise WordPress’s values win', () => {
    expect(headline([], '/about')).toBe('Headline of about');
    expect(headline([wordPressEntry('page', 12, 'about')], '/about')).toBe('From WordPress: about');
    expect(
      found([wordPressEntry('page', 12, 'about', { acf: [] })], '/about').document.placements,
    ).toMatchObject([{ props: { title: 'Headline of about' } }, { props: { title: 'More' } }]);
  });

  test('a page at another name of a built-in path is shown at that path', () => {
    const rendered = '<p>Own words.</p>';
    const page = wordPressEntry('page', 12, 'contact-us', { content: { rendered }, acf: [] });
    for (const path of ['/contact', '/contact-us']) {
      const { document } = found([page], path);
      expect(document.head.canonical).toBe('/contact');
      expect(document.placements).toMatchObject([{ props: { content: rendered } }]);
    }
    const both = [
      page,
      wordPressEntry('page', 13, 'contact', { content: { rendered: '<p>Other.</p>' }, acf: [] }),
    ];
    expect(found(both, '/contact').document.placements).toMatchObject([
      { props: { content: '<p>Other.</p>' } },
    ]);
    const draft = wordPressEntry('page', 12, 'contact-us', {
      content: { rendered },
      acf: [],
      status: 'draft',
    });
    expect(answer([draft], '/contact')).toEqual(NOT_FOUND);
  });

  test('a page that is not public hides the built-in one', () => {
    for (const status of ['draft', 'pending', 'private', 'future']) {
      expect(answer([wordPressEntry('page', 12, 'about', { status })], '/about')).toEqual(NOT_FOUND);
    }
    const trash = wordPressEntry('page', 12, 'about__trashed', { status: 'trash' });
    expect(answer([trash], '/about')).toEqual(NOT_FOUND);
    const locked = wordPressEntry('page', 12, 'about', { content: { rendered: '', protected: true } });
    expect(answer([locked], '/about')).toEqual(NOT_FOUND);
    expect(snapshotOf([locked]).hidingPages()).toMatchObject([{ path: '/about' }]);
    const draft = wordPressEntry('page', 12, 'guide', { status: 'draft' });
    expect(answer([draft], '/buy/guide')).toEqual(NOT_FOUND);
    expect(snapshotOf([draft]).hidingPages()).toMatchObject([{ path: '/buy/guide', page: { id: 12 } }]);
  });

  test('a page behind a password whose hash is known shows its form only', () => {
    const content = { rendered: '', protected: true };
    const lock = { hash: 'x', data: { content: { rendered: 'Secret' } } };
    const locked = wordPressEntry('page', 12, 'about', { content, lock, acf: [] });
    for (const [path, isWrong] of [
      ['/about', false],
      ['/wp/about', false],
      ['/about?password=wrong', true],
    ] as const) {
      const [at = '', query = ''] = path.split('?');
      const { lock: id, title, listed, document } = found([locked], { path: at, query });
      expect([id, title, listed, document.head.robots]).toEqual([
        12,
        'Protected: WordPress about',
        false,
        'noindex',
      ]);
      const [form, ...others] = document.placements;
      expect([form?.block, others]).toEqual(['page-content', []]);
      expect(form?.props.content).toContain('data-name="wp-password"');
      expect(form?.props.content).toContain(`&quot;entry&quot;:12,&quot;isWrong&quot;:${isWrong}}`);
    }
    expect(snapshotOf([locked]).hidingPages()).toEqual([]);
    expect(snapshotOf([locked]).lock(12)).toMatchObject({
      id: 12,
      hash: 'x',
      opened: [{ kind: 'page', id: '12', data: { content: { rendered: 'Secret' } } }],
    });
    expect(found([], '/about').lock).toBeNull();
  });

  test('the page that lists the posts never asks for its password, as in WordPress', () => {
    const content = { rendered: '', protected: true };
    const lock = { hash: 'x', data: {} };
    const posts = wordPressEntry('page', 12, 'journal', { content, lock, acf: [] });
    expect(found([posts, siteEntry({ page_for_posts: 12 })], '/journal').lock).toBeNull();
  });

  test('a published page wins over a draft of the same path, in any order', () => {
    const draft = wordPressEntry('page', 12, 'about', { status: 'draft' });
    const published = wordPressEntry('page', 13, 'about');
    expect(headline([draft, published], '/about')).toBe('From WordPress: about');
    expect(headline([published, draft], '/about')).toBe('From WordPress: about');
  });

  test('WordPress’s own privacy draft hides nothing; an editor’s draft does', () => {
    const draft = { status: 'draft', acf: [] };
    const untouched = wordPressEntry('page', 3, 'privacy-policy', { ...draft, default_privacy: true });
    expect(headline([untouched], '/privacy-policy')).toBe('Headline of privacy-policy');
    expect(answer([wordPressEntry('page', 3, 'privacy-policy', draft)], '/privacy-policy')).toEqual(
      NOT_FOUND,
    );
  });

  test('a privacy page shows its own text if it has one, otherwise the built-in sections', () => {
    const content = { rendered: '<p>We keep little.</p>', protected: false };
    expect(
      found([wordPressEntry('page', 3, 'privacy-policy', { content })], '/privacy-policy').document
        .placements,
    ).toEqual([
      {
        block: 'page-content',
        key: 'page',
        region: 'main',
        props: { title: 'WordPress privacy-policy', content: '<p>We keep little.</p>' },
      },
    ]);
    expect(headline([wordPressEntry('page', 3, 'privacy-policy', { acf: [] })], '/privacy-policy')).toBe(
      'Headline of privacy-policy',
    );
    // WordPress adds line breaks between imported paragraphs.
    const imported = { rendered: '<p>About privacy-policy.</p>\n<p>Imported.</p>\n', protected: false };
    expect(
      headline(
        [wordPressEntry('page', 3, 'privacy-policy', { content: imported, acf: [] })],
        '/privacy-policy',
      ),
    ).toBe('Headline of privacy-policy');
  });

  test('any page of the route table shows its own text until one of its sections is filled in', () => {
    const content = { rendered: '<p>Who we are.</p>', protected: false };
    const own = wordPressEntry('page', 12, 'about', { content, excerpt: content, acf: [] });
    const { document } = found([own], '/about');
    expect(document.placements).toEqual([
      {
        block: 'page-content',
        key: 'page',
        region: 'main',
        props: { title: 'WordPress about', content: '<p>Who we are.</p>' },
      },
    ]);
    expect(document.head.title).toMatch(/^WordPress about \| /);
    expect(document.head.description).toBe('Who we are.');
    expect(headline([wordPressEntry('page', 12, 'about', { content })], '/about')).toBe(
      'From WordPress: about',
    );
    // A text that WordPress has from the built-in page is not an editor's.
    const imported = { rendered: '<p>About about.</p>\n<p>Imported.</p>\n', protected: false };
    expect(headline([wordPressEntry('page', 12, 'about', { content: imported, acf: [] })], '/about')).toBe(
      'Headline of about',
    );
  });

  test('a page of the route table may be at the top level in WordPress, but not below another page', () => {
    expect(headline([wordPressEntry('page', 12, 'guide')], '/buy/guide')).toBe('From WordPress: guide');
    const below = [wordPressEntry('page', 12, 'team'), wordPressEntry('page', 13, 'about', { parent: 12 })];
    expect(headline(below, '/about')).toBe('Headline of about');
    expect(found(below, '/team/about').title).toBe('WordPress about');
  });

  test('a slug in another script is found under each spelling of its path', () => {
    const pages = [wordPressEntry('page', 12, '%d0%b2%d0%b8%d0%b4')];
    for (const path of ['/вид', '/%D0%B2%D0%B8%D0%B4']) {
      expect(found(pages, path).document.path).toBe('/%D0%B2%D0%B8%D0%B4');
    }
  });

  test('a layout in which nothing can be shown falls back to the built-in one', () => {
    const page_layout = [{ block: 'gone', key: 'x' }];
    const { answer, faults } = resolveTestPage(
      [wordPressEntry('page', 12, 'about', { acf: { page_layout } })],
      '/about',
    );
    expect(answer).toMatchObject({ document: { placements: [{ key: 'hero' }, { key: 'more' }] } });
    expect(faults).toContainEqual(
      'WordPress about › x: there is no block "gone". Correct page_layout, or add the block.',
    );
  });
});

describe('the front page', () => {
  test('is the page chosen in WordPress, whatever its slug is', () => {
    const pages = [wordPressEntry('page', 9, 'welcome'), wordPressEntry('page', 6, 'home')];
    const chosen = siteEntry({ show_on_front: 'page', page_on_front: 9 });
    expect(headline([...pages, chosen], '/')).toBe('From WordPress: welcome');
    expect(headline([...pages.toReversed(), chosen], '/')).toBe('From WordPress: welcome');
    expect(found([...pages, chosen], '/').document.head.canonical).toBe('/');
  });

  test('leaves the page that it replaces at its own path, with its layout and texts', () => {
    const entries = [
      wordPressEntry('page', 9, 'welcome'),
      wordPressEntry('page', 6, 'home', { acf: [] }),
      siteEntry({ show_on_front: 'page', page_on_front: 9 }),
    ];
    const home = found(entries, '/home');
    expect(home.document).toMatchObject({ path: '/home', head: { canonical: '/home' } });
    expect(home.document.placements).toMatchObject([{ key: 'hero', props: { title: 'Headline of home' } }]);
    expect(answer(entries, '/welcome')).toEqual({ status: 301, to: '/' });
    expect(found(entries, '/wp/home').title).toBe('WordPress home');
    expect(found(entries, '/wp/welcome').title).toBe('WordPress welcome');
    const snapshot = snapshotOf(entries);
    expect(publicPages(snapshot, testBuiltInContent).map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/', '/home']),
    );
    expect(snapshot.links.resolve('https://cms.example/home/')).toBe('/home');
    const menu = { items: [{ ID: 1, title: 'Old home', url: 'https://cms.example/home/', target: '' }] };
    const linking: MirrorEntry = { kind: 'menu', id: 'primary', data: menu, version: 1 };
    expect(snapshotOf([...entries, linking]).menu('primary').items).toMatchObject([{ url: '/home' }]);
    const unchosen = snapshotOf([...entries.slice(0, 2), linking]);
    expect(unchosen.links.resolve('https://cms.example/home/')).toBe('/');
    expect(unchosen.menu('primary').items).toMatchObject([{ url: '/' }]);
    // The replaced page is not public: it is neither shown nor redirected.
    const draft = entries.with(1, wordPressEntry('page', 6, 'home', { status: 'draft' }));
    expect(answer(draft, '/home')).toEqual(NOT_FOUND);
    expect(answer(entries.toSpliced(1, 1), '/home')).toEqual({ status: 301, to: '/' });
  });

  test('shows its own text however long it is, unlike a section', () => {
    const words = `<p>${'Our own words. '.repeat(10_000)}The end.</p>`;
    const chosen = siteEntry({ show_on_front: 'page', page_on_front: 9 });
    const content = { rendered: words, protected: false };
    const { document } = found(
      [wordPressEntry('page', 9, 'welcome', { content, acf: { seo_noindex: '1' } }), chosen],
      '/',
    );
    expect(document.placements[0]?.props['content']).toBe(words);
  });

  test('shows its own text until one of its sections is filled in', () => {
    const chosen = siteEntry({ show_on_front: 'page', page_on_front: 9 });
    const content = { rendered: '<p>Our own words.</p>', protected: false };
    const own = [wordPressEntry('page', 9, 'welcome', { content, acf: { seo_noindex: '1' } }), chosen];
    const { document } = found(own, '/');
    expect(document.placements).toEqual([
      {
        block: 'page-content',
        key: 'page',
        region: 'main',
        props: { title: 'WordPress welcome', content: '<p>Our own words.</p>' },
      },
    ]);
    expect(document.head.title).toMatch(/^WordPress welcome \| /);
    expect(headline([wordPressEntry('page', 9, 'welcome', { content }), chosen], '/')).toBe(
      'From WordPress: welcome',
    );
    // A section of the other built-in layout counts, too.
    const form = wordPressEntry('page', 9, 'welcome', { content, acf: { form_title: 'Ours' } });
    expect(headline([form, chosen], '/')).toBe('Headline of home');
    expect(headline([wordPressEntry('page', 9, 'welcome', { acf: [] }), chosen], '/')).toBe(
      'Headline of home',
    );
    const page_layout = [{ block: 'banner', key: 'own' }];
    const laidOut = wordPressEntry('page', 9, 'welcome', {
      content,
      acf: { page_layout, own_title: 'Laid out' },
    });
    expect(headline([laidOut, chosen], '/')).toBe('Laid out');
  });

  test('has the layout of its own path, if that is in the route table', () => {
    const entries = [
      wordPressEntry('page', 12, 'about', { acf: { more_title: 'More of us' } }),
      siteEntry({ show_on_front: 'page', page_on_front: 12 }),
    ];
    expect(found(entries, '/').document.placements).toMatchObject([
      { key: 'hero', props: { title: 'Headline of about' } },
      { key: 'more', props: { title: 'More of us' } },
    ]);
  });

  test('is not public, or changes', () => {
    const chosen = (id: number) => siteEntry({ show_on_front: 'page', page_on_front: id });
    const home = wordPressEntry('page', 6, 'home');
    for (const status of ['draft', 'trash', 'private']) {
      const entries = [wordPressEntry('page', 9, 'welcome', { status }), home, chosen(9)];
      expect(answer(entries, '/')).toEqual(NOT_FOUND);
      expect(snapshotOf(entries).hidingPages()).toMatchObject([{ path: '/', page: { id: 9 } }]);
      expect(headline(entries, '/home')).toBe('From WordPress: home');
    }
    // WordPress’s link of the former front page is out of date until the page is read again.
    const former = wordPressEntry('page', 9, 'welcome', { link: 'https://cms.example/' });
    expect(headline([former, home, chosen(6)], '/')).toBe('From WordPress: home');
    expect(found([former, home, chosen(6)], '/welcome').document.path).toBe('/welcome');
    expect(answer([former, home, chosen(6)], '/home')).toEqual({ status: 301, to: '/' });
  });

  test('is the page “home” if none was chosen', () => {
    const pages = [wordPressEntry('page', 6, 'home'), wordPressEntry('page', 9, 'welcome')];
    expect(headline([...pages, siteEntry({ show_on_front: 'posts', page_on_front: 9 })], '/')).toBe(
      'From WordPress: home',
    );
    expect(answer(pages, '/home')).toEqual({ status: 301, to: '/' });
    expect(answer(pages, '/Home')).toEqual({ status: 301, to: '/' });
  });

  test('has two layouts; search engines must not index a preview of the other one', () => {
    expect(found([], '/').document.placements).toHaveLength(1);
    const look = found([], { path: '/', layout: 'lead-capture' });
    expect(look.document.placements).toHaveLength(2);
    expect(look.document.head).toMatchObject({ robots: 'noindex', canonical: '/' });
    expect(look.listed).toBe(false);
    const options = { homeLayout: 'lead-capture', showFaults: false, allowSampleIndex: false } as const;
    expect(found([], '/', { options }).document.placements).toHaveLength(2);
  });
});

describe('redirects', () => {
  const moved = (path: string, kind: 'page' | 'post', id: number): MirrorEntry => ({
    kind: 'moved',
    id: path,
    data: { kind, id },
    version: 2,
  });

  test('the former path of a page redirects, even if a built-in page has that path', () => {
    const crew = wordPressEntry('page', 12, 'crew');
    expect(answer([crew, moved('/about', 'page', 12)], '/about')).toEqual({ status: 301, to: '/crew' });
    expect(headline([crew], '/about')).toBe('Headline of about');
    // A page that is not public is no target.
    const draft = wordPressEntry('page', 12, 'crew', { status: 'draft' });
    expect(headline([draft, moved('/about', 'page', 12)], '/about')).toBe('Headline of about');
    expect(headline([crew, moved('/', 'page', 12)], '/')).toBe('Headline of home');
  });

  test('the former path of the front page redirects, even if a built-in page has that path', () => {
    const chosen = siteEntry({ show_on_front: 'page', page_on_front: 12 });
    for (const more of [[], [moved('/about', 'page', 12)]]) {
      expect(answer([wordPressEntry('page', 12, 'about'), chosen, ...more], '/about')).toEqual({
        status: 301,
        to: '/',
      });
    }
    expect(found([wordPressEntry('page', 12, 'about'), chosen], '/wp/about').title).toBe('WordPress about');
  });

  test('a nested built-in path redirects if its page was at the top level, or if its parent has moved', () => {
    const manual = wordPressEntry('page', 12, 'manual');
    expect(answer([manual, moved('/guide', 'page', 12)], '/buy/guide')).toEqual({
      status: 301,
      to: '/manual',
    });

    const buying = [wordPressEntry('page', 12, 'buying'), moved('/buy', 'page', 12)];
    const guide = wordPressEntry('page', 13, 'guide', { parent: 12 });
    expect(found([...buying, guide], '/buying/guide').title).toBe('WordPress guide');
    expect(answer([...buying, guide], '/buy/guide')).toEqual({ status: 301, to: '/buying/guide' });
    const below = wordPressEntry('page', 14, 'below', { parent: 13 });
    expect(answer([...buying, guide, below], '/buy/guide/below')).toEqual({
      status: 301,
      to: '/buying/guide/below',
    });
    const draft = [...buying, wordPressEntry('page', 13, 'guide', { parent: 12, status: 'draft' })];
    expect(answer(draft, '/buy/guide')).toEqual(NOT_FOUND);
    expect(snapshotOf(draft).hidingPages()).toMatchObject([{ path: '/buy/guide', page: { id: 13 } }]);
    // The guide is in the route table only. Its parent is the page that has moved.
    expect(found(buying, '/buy/guide').document).toMatchObject({
      placements: [{ props: { title: 'Headline of guide' } }],
      trail: [
        { path: '/buying', title: 'WordPress buying' },
        { path: '/buy/guide', title: 'Built-in guide' },
      ],
    });
  });

  test('lists of pages do not contain former paths', () => {
    const entries = [
      wordPressEntry('page', 12, 'crew'),
      moved('/about', 'page', 12),
      wordPressEntry('page', 13, 'buying'),
      moved('/buy', 'page', 13),
      wordPressEntry('page', 14, 'guide', { parent: 13 }),
    ];
    const paths = publicPages(snapshotOf(entries), testBuiltInContent).map(({ path }) => path);
    expect(paths.sort()).toEqual([
      '/',
      '/blog',
      '/buying',
      '/buying/guide',
      '/crew',
      '/privacy-policy',
      '/search',
    ]);
  });

  test('an old path redirects to the current path of its page or post', () => {
    const entries = [
      wordPressEntry('page', 12, 'crew'),
      wordPressEntry('page', 13, 'вид'),
      wordPressEntry('post', 14, 'new-post'),
      moved('/team', 'page', 12),
      moved('/старый', 'page', 13),
      moved('/blog/old-post', 'post', 14),
    ];
    expect(answer(entries, '/team')).toEqual({ status: 301, to: '/crew' });
    expect(answer(entries, '/%D1%81%D1%82%D0%B0%D1%80%D1%8B%D0%B9')).toEqual({
      status: 301,
      to: '/%D0%B2%D0%B8%D0%B4',
    });
    expect(answer(entries, '/blog/old-post')).toEqual({ status: 301, to: '/blog/new-post' });
  });

  test('an old path does not redirect if another page has it or the moved page is not public', () => {
    const taken = [
      wordPressEntry('page', 12, 'crew'),
      wordPressEntry('page', 13, 'team'),
      moved('/team', 'page', 12),
    ];
    expect(found(taken, '/team').title).toBe('WordPress team');
    const draft = wordPressEntry('page', 12, 'crew', { status: 'draft' });
    expect(answer([draft, moved('/team', 'page', 12)], '/team')).toEqual(NOT_FOUND);
    expect(answer([moved('/team', 'page', 12)], '/team')).toEqual(NOT_FOUND);
  });

  test('WordPress’s own paths of posts and terms redirect to ours', () => {
    const entries = [
      wordPressEntry('post', 1, 'first'),
      wordPressEntry('page', 12, 'roof'),
      mirrorEntry('category', { id: 5, slug: 'news' }),
      mirrorEntry('tag', { id: 6, slug: 'roofs' }),
    ];
    for (const path of ['/first', '/2026/11/first', '/2026/11/21/first']) {
      expect(answer(entries, path)).toEqual({ status: 301, to: '/blog/first' });
    }
    expect(answer(entries, '/category/news')).toEqual({ status: 301, to: '/blog/category/news' });
    expect(answer(entries, '/tag/roofs')).toEqual({ status: 301, to: '/blog/tag/roofs' });
    expect(answer(entries, '/2026/11/none')).toEqual(NOT_FOUND);
    // A page keeps its own path, regardless of post slugs.
    expect(found([...entries, wordPressEntry('post', 2, 'roof')], '/roof').title).toBe('WordPress roof');
  });
});

describe('templates', () => {
  const posts = [wordPressEntry('post', 1, 'first'), wordPressEntry('post', 2, 'second')];

  test('one layout shows all posts, each with its own head', () => {
    const { document } = found(posts, '/blog/second');
    expect(document.path).toBe('/blog/second');
    expect(document.placements).toMatchObject([
      { block: 'post-article', props: { title: 'WordPress second' } },
    ]);
    expect(document.head.canonical).toBe('/blog/second');
    expect(document.head.title).toMatch(/^WordPress second \| /);
    expect(document.trail).toEqual([
      { path: '/blog', title: 'Built-in blog' },
      { path: '/blog/second', title: 'WordPress second' },
    ]);
  });

  test('a category page is the list of posts, with the category as a part of the path', () => {
    const entries = [...posts, mirrorEntry('category', { id: 5, slug: 'news' })];
    expect(found(entries, '/blog/category/news').document).toMatchObject({
      path: '/blog/category/news',
      head: { canonical: '/blog/category/news' },
      placements: [{ props: { parts: { category: 'news' } } }],
    });
  });

  test('an unknown post and the template itself are not found', () => {
    expect(answer(posts, '/blog/none')).toEqual(NOT_FOUND);
    expect(answer(posts, '/blog/post')).toEqual(NOT_FOUND);
    expect(answer(posts, '/blog/second/more')).toEqual(NOT_FOUND);
  });

  test('a page below the posts page is shown if no post has its path', () => {
    const pages = [
      wordPressEntry('page', 20, 'blog'),
      wordPressEntry('page', 21, 'about-us', { parent: 20 }),
    ];
    expect(found([...posts, ...pages], '/blog/about-us').title).toBe('WordPress about-us');
  });
});

describe('the query', () => {
  const asked = (query: string) => found([], { path: '/blog', query });

  test('only parameters that blocks declare are read, and only the first of a repeated name', () => {
    const page = asked('utm_source=x&page=2&page=3&other=y');
    expect(page.query).toBe('page=2');
    expect(page.queryNames).toEqual(['page', 'sort']);
    expect(page.document.placements[0]?.props.query).toEqual({ page: '2' });
    expect(page.document.head.canonical).toBe('/blog?page=2');
    expect(asked('utm_source=x')).toMatchObject({ query: '', document: { head: { canonical: '/blog' } } });
  });

  test('does not depend on the order of its parameters, and long values are cut', () => {
    expect(asked('sort=date&page=2').query).toBe(asked('page=2&sort=date').query);
    expect(asked(`sort=${'x'.repeat(500)}`).query).toBe(`sort=${'x'.repeat(200)}`);
  });
});

describe('the schedule', () => {
  const at = (moment: string) => Date.parse(moment);
  const page_layout = [
    { block: 'banner', key: 'shown' },
    { block: 'banner', key: 'coming', from: '2026-12-24T18:00' },
    { block: 'banner', key: 'going', until: '2026-12-26T00:00' },
    { block: 'banner', key: 'hidden', hidden: true },
  ];
  const acf = {
    page_layout,
    shown_title: 'A',
    coming_title: 'Secret B',
    going_title: 'C',
    hidden_title: 'Secret D',
  };
  const page = (now: string) =>
    found([wordPressEntry('page', 12, 'about', { acf })], '/about', { now: at(now) });
  const keys = (now: string) => page(now).document.placements.map(({ key }) => key);

  test('placements appear and disappear at their times, in the site’s time zone', () => {
    // America/Chicago is six hours behind UTC in winter.
    expect(page('2026-12-24T23:59:59Z').changesAt).toBe(at('2026-12-25T00:00:00Z'));
    expect(keys('2026-12-24T23:59:59Z')).toEqual(['shown', 'going']);
    expect(keys('2026-12-25T00:00:00Z')).toEqual(['shown', 'coming', 'going']);
    expect(page('2026-12-25T00:00:00Z').changesAt).toBe(at('2026-12-26T06:00:00Z'));
    expect(keys('2026-12-26T06:00:00Z')).toEqual(['shown', 'coming']);
    expect(page('2026-12-26T06:00:00Z').changesAt).toBeNull();
  });

  test('the answer contains nothing from a hidden or scheduled placement', () => {
    const early = page('2026-12-01T00:00:00Z');
    expect(JSON.stringify([early.document, early.page()])).not.toContain('Secret');
  });

  test('a page whose only placement starts later is empty until then', () => {
    const only = { page_layout: [page_layout[1]], coming_title: 'B' };
    const empty = found([wordPressEntry('page', 12, 'launch', { acf: only })], '/launch', {
      now: at('2026-12-01T00:00:00Z'),
    });
    expect(empty.document.placements).toEqual([]);
    expect(empty.changesAt).toBe(at('2026-12-25T00:00:00Z'));
  });
});

describe('the content view', () => {
  test('shows a page by its slug alone; the canonical URL is that of the page itself', () => {
    const pages = [wordPressEntry('page', 12, 'team'), wordPressEntry('page', 13, 'people', { parent: 12 })];
    expect(found(pages, '/wp/people').document).toMatchObject({
      path: '/wp/people',
      head: { canonical: '/team/people' },
      placements: [{ block: 'page-content', props: { title: 'WordPress people' } }],
    });
    expect(found([], '/wp/guide').document.head.canonical).toBe('/buy/guide');
    expect(answer([], '/wp/none')).toEqual(NOT_FOUND);
  });
});

test('a block without data can set values of the page’s head, too', () => {
  const named = defineBlock({
    id: 'named',
    title: 'Named',
    description: '',
    fields: { name: text({ label: 'Name', default: 'Named by the block' }) },
    head: ({ name }) => ({ title: name }),
  });
  const acf = { page_layout: [{ block: 'named', key: 'name' }] };
  const blocks = new Map([...testBlocks, [named.id, named]]);
  const { answer } = resolveTestPage([wordPressEntry('page', 12, 'about', { acf })], '/about', { blocks });
  expect(answer).toMatchObject({
    status: 200,
    document: { head: { title: expect.stringMatching(/^Named by the block/) } },
  });
});

describe('blocks that fail', () => {
  test('are left out and reported; their neighbours stay', () => {
    const page_layout = [
      { block: 'broken', key: 'bad' },
      { block: 'banner', key: 'hero' },
    ];
    const acf = { page_layout, hero_title: 'A' };
    const { answer, failures } = resolveTestPage([wordPressEntry('page', 12, 'about', { acf })], '/about');
    expect(answer).toMatchObject({ status: 200, document: { placements: [{ key: 'hero' }] } });
    expect(failures).toMatchObject([
      { block: 'broken', key: 'bad', error: { message: 'The block is broken.' } },
    ]);
  });

  test('an unknown block is left out', () => {
    const without = new Map([...testBlocks].filter(([id]) => id !== 'post-list'));
    expect(resolveTestPage([], '/blog', { blocks: without }).answer).toEqual(NOT_FOUND);
  });
});

describe('what was read', () => {
  /** Whether a page resolved from the entries in `before` is still valid with those in `after`. */
  function isGood(path: string, before: readonly MirrorEntry[], after: readonly MirrorEntry[]): boolean {
    const { reads } = resolveTestPage(before, path);
    const next = snapshotOf(after, 2);
    return [...reads].every(
      ([read, fingerprint]) => read === 'search' || next.fingerprint(read) === fingerprint,
    );
  }
  const about = wordPressEntry('page', 12, 'about', { acf: { hero_title: 'A', hero_image: 81 } });
  const team = wordPressEntry('page', 13, 'team');
  const first = wordPressEntry('post', 1, 'first', { author: 5, categories: [6], featured_media: 81 });
  const picture = mirrorEntry('media', {
    id: 81,
    source_url: 'https://cms.example/a.jpg',
    media_details: { width: 9, height: 9 },
  });
  const author = mirrorEntry('author', { id: 5, name: 'Ann' });
  const category = mirrorEntry('category', { id: 6, name: 'News', slug: 'news' });
  const all = [about, team, first, picture, author, category, siteEntry()];
  const edited = (one: MirrorEntry) => all.map((each) => (each === one ? { ...each, version: 2 } : each));
  const without = (one: MirrorEntry) => all.filter((each) => each !== one);
  const settings: MirrorEntry = {
    kind: 'settings',
    id: 'site',
    data: { agent: { name: 'New' } },
    version: 2,
  };
  const menu: MirrorEntry = { kind: 'menu', id: 'primary', data: { items: [] }, version: 2 };

  test('an assigned menu without items is empty; without an assigned menu, the built-in one is shown', () => {
    expect(snapshotOf([menu]).frame().primary).toEqual([]);
    const builtIn = snapshotOf([]).frame().primary;
    expect(builtIn.map(({ path }) => path)).toEqual(['/about', '/blog']);
    // No list of items, so it is no menu.
    expect(snapshotOf([{ ...menu, data: {} }]).frame().primary).toEqual(builtIn);
  });

  test('a page is valid until something that it read changes', () => {
    expect(isGood('/about', all, all)).toBe(true);
    for (const other of [team, first, author, category])
      expect(isGood('/about', all, edited(other))).toBe(true);
    for (const own of [about, picture]) expect(isGood('/about', all, edited(own))).toBe(false);
    expect(isGood('/about', all, without(about))).toBe(false);
    expect(isGood('/about', all, [...all, settings])).toBe(false);
    expect(isGood('/about', all, [...all, menu])).toBe(false);
  });

  test('a built-in page changes when WordPress gets a page at its path or at the top level', () => {
    expect(isGood('/buy/guide', all, [...all, wordPressEntry('page', 30, 'guide', {}, 2)])).toBe(false);
    expect(isGood('/buy/guide', all, [...all, wordPressEntry('page', 30, 'other', {}, 2)])).toBe(true);
    const moved: MirrorEntry = {
      kind: 'moved',
      id: '/buy/guide',
      data: { kind: 'page', id: 30 },
      version: 1,
    };
    const before = [...all, moved];
    expect(isGood('/buy/guide', before, [...before, wordPressEntry('page', 30, 'other', {}, 2)])).toBe(false);
  });

  test('a list of posts changes with the posts, their authors, terms and pictures, but not with pages', () => {
    for (const part of [first, author, category, picture])
      expect(isGood('/blog', all, edited(part))).toBe(false);
    expect(isGood('/blog', all, without(first))).toBe(false);
    expect(isGood('/blog', all, [...all, wordPressEntry('post', 2, 'second', {}, 2)])).toBe(false);
    expect(isGood('/blog', all, edited(team))).toBe(true);
  });

  test('a not-found page changes when a page or redirect appears at its path', () => {
    expect(isGood('/nowhere', all, [...all, wordPressEntry('page', 30, 'nowhere', {}, 2)])).toBe(false);
    const moved: MirrorEntry = { kind: 'moved', id: '/nowhere', data: { kind: 'page', id: 13 }, version: 2 };
    expect(isGood('/nowhere', all, [...all, moved])).toBe(false);
  });

  test('a search depends on the version of the index', () => {
    const search = { version: () => 7, search: () => [] };
    const { reads } = resolveTestPage(all, { path: '/search', query: 'q=roof' }, { search });
    expect(reads.get('search')).toBe('7');
    expect(resolveTestPage(all, '/about', { search }).reads.has('search')).toBe(false);
  });
});
