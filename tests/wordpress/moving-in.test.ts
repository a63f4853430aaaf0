import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { loadBuiltInContent } from '../../server/content/built-in/load-built-in-content.ts';
import type { BuiltInFiles } from '../../server/content/built-in/built-in-content.ts';
import { htmlToSpacedText } from '../../server/content/values/html-text.ts';
import { loadBlocks } from '../../server/content/load-blocks.ts';
import { readWordPressOnce } from '../../server/content/mirror/read-wordpress-once.ts';
import { comparableValue } from '../../server/content/moving/comparable-value.ts';
import { exportedFiles } from '../../server/content/moving/exported-files.ts';
import type { ImportPlan } from '../../server/content/moving/import-actions.ts';
import { planImport } from '../../server/content/moving/import-plan.ts';
import { readExistingContent } from '../../server/content/moving/read-existing-content.ts';
import { runImport } from '../../server/content/moving/run-import.ts';
import { createWordPressWriter } from '../../server/content/rest/wordpress-writer.ts';
import { createSnapshot } from '../../server/content/snapshot/snapshot.ts';
import { isJsonObject } from '../../src/builder/raw-value.ts';
import { bootWordPress, type RunningWordPress } from '../../wordpress/boot-wordpress.ts';
import { fixturesFolder } from '../../wordpress/folders.ts';
import { pageId, restClient, signIn, type Rest } from './support/rest.ts';

const root = `${import.meta.dirname}/../..`;
const blocks = await loadBlocks(`${root}/blocks`);
const { files: builtInFiles, content: builtIn } = await loadBuiltInContent(fixturesFolder, blocks);
/** A selection of pages: two layouts, parents and children, the template of posts. All pages would take minutes. */
const PAGES = ['home', 'buy', 'first-time-buyers', 'neighborhoods', 'blog', 'post'];
/** A demonstration page, which is imported only on request. */
const DEMO = 'test-logo';
/** A picture of the built-in content that the texts of all posts show. */
const SHOWN = '/scenes/hero-doorstep.svg';
/** The built-in content of these pages, with pictures so small that WordPress creates no smaller copies. */
const files: BuiltInFiles = {
  ...builtInFiles,
  pages: Object.fromEntries(
    Object.entries(builtInFiles.pages).filter(([slug]) => [...PAGES, DEMO].includes(slug)),
  ),
  posts: Object.fromEntries(
    Object.entries(builtInFiles.posts).map(([slug, post], index) => [
      slug,
      {
        ...post,
        content: { rendered: `${renderedOf(post.content)}<p><img src="${SHOWN}" alt="A porch"></p>` },
        acf: { seo_title: `Found: ${slug}` },
        sticky: index === 0,
        format: index === 0 ? 'quote' : 'standard',
        comment_status: index === 0 ? 'closed' : 'open',
        _embedded: withParent(post._embedded),
      },
    ]),
  ),
  media: builtInFiles.media.map((item) =>
    isJsonObject(item) ? { ...item, media_details: { width: 60, height: 40 } } : item,
  ),
};

function renderedOf(value: unknown): string {
  return isJsonObject(value) ? String(value.rendered) : '';
}

/** Puts the categories of a post below another one. */
function withParent(embedded: unknown): unknown {
  return isJsonObject(embedded) ? { ...embedded, 'wp:term': [termsOf(embedded).map(belowGuides)] } : embedded;
}

function belowGuides(term: Readonly<Record<string, unknown>>) {
  if (term.taxonomy === 'post_tag') return term;
  const up = [{ id: 799, name: 'Guides & news', slug: 'guides-and-news', taxonomy: 'category' }];
  return { ...term, parent: 799, _embedded: { up } };
}

function termsOf(embedded: unknown) {
  const terms = isJsonObject(embedded) ? embedded['wp:term'] : [];
  return Array.isArray(terms) ? terms.flat().filter(isJsonObject) : [];
}

/** Returns the slug of a term, below the slugs of its parents. */
function termPath({ slug, _embedded: embedded }: Readonly<Record<string, unknown>>): string {
  const up = isJsonObject(embedded) && Array.isArray(embedded.up) ? embedded.up.filter(isJsonObject) : [];
  return [...up.map(termPath), String(slug)].join('/');
}

let folder: string;
let wordpress: RunningWordPress;
let admin: Rest;
let config: Parameters<typeof createWordPressWriter>[0];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-moving-'));
  const empty = path.join(folder, 'no-fixtures');
  await mkdir(empty);
  wordpress = await bootWordPress({ port: 0, site: path.join(folder, 'site'), fixtures: empty, quiet: true });
  admin = restClient(
    wordpress.url,
    await signIn(wordpress.url, wordpress.admin.username, wordpress.admin.password),
  );
  const made = await admin.post('/wp/v2/users/me/application-passwords', { name: 'Import' });
  const { password } = z.object({ password: z.string() }).parse(made);
  config = {
    url: wordpress.url,
    credentials: { username: wordpress.admin.username, appPassword: password },
    proxy: null,
    secret: null,
  };
});
afterAll(async () => {
  await wordpress?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Plans an import and carries it out with this `fetch`. Returns the plan. */
async function importAll(
  send: typeof fetch = fetch,
  from = files,
  more?: { withDemos: boolean },
): Promise<ImportPlan> {
  const writer = createWordPressWriter(config, send);
  const existing = await readExistingContent(writer, wordpress.url);
  const plan = planImport(existing, from, builtIn, blocks, more);
  await runImport({ plan, existing, writer, folders: [path.join(root, 'public')], onProgress: () => {} });
  return plan;
}

/** A `fetch` that fails after this many changes. */
function breakingFetch(changes: number): typeof fetch {
  let sent = 0;
  return (input, init) => {
    if (init?.method === 'POST' && (sent += 1) > changes) return Promise.reject(new Error('interrupted'));
    return fetch(input, init);
  };
}

describe('moving the built-in content into an empty WordPress', () => {
  test('an editor may not import menus, and the message names the capability', async () => {
    const writer = createWordPressWriter({
      ...config,
      credentials: { username: wordpress.username, appPassword: wordpress.appPassword },
    });
    const plan = planImport(await readExistingContent(writer, wordpress.url), files, builtIn, blocks);
    expect(plan.refused).toEqual([
      expect.stringContaining('edit_theme_options'),
      expect.stringContaining('manage_options'),
    ]);
    expect(plan.actions.filter(({ kind }) => kind === 'page')).toHaveLength(PAGES.length);
  });

  test('an interrupted import continues, and then there is nothing left to do', async () => {
    await expect(importAll(breakingFetch(25))).rejects.toThrow(/Run the import again to continue\.$/);
    const rest = await importAll();
    expect(rest.demos).toEqual(['/test-logo']);
    expect(rest.actions.length).toBeGreaterThan(10);
    expect(rest.kept).toEqual([]);
    const again = await importAll();
    expect(again).toMatchObject({ actions: [], kept: [], refused: [] });
    const posts = z
      .array(
        z.object({
          slug: z.string(),
          content: z.object({ rendered: z.string() }),
          acf: z.looseObject({ seo_title: z.string() }),
        }),
      )
      .parse(await admin.get('/wp/v2/posts?_fields=slug,content,acf'));
    expect(posts.length).toBeGreaterThan(0);
    for (const { slug, acf, content } of posts) {
      expect(acf.seo_title).toBe(`Found: ${slug}`);
      const [, src = ''] = /<img[^>]* src="([^"]+)"/.exec(content.rendered) ?? [];
      expect(src).toContain('/wp-content/uploads/');
      expect((await fetch(src)).status).toBe(200);
    }
  });

  test('its export is the content that was imported', async () => {
    const { contents } = await readWordPressOnce({ config });
    const snapshot = createSnapshot({ contents, builtIn, homes: [wordpress.url] });
    const exported = exportedFiles({ snapshot, contents, builtIn, builtInFiles, blocks });
    expect(exported.notes).toEqual([]);
    expect([...exported.pictures]).toEqual([]);
    for (const slug of Object.keys(files.posts)) {
      expect(exported.files.get(`posts/${slug}.json`)).toMatchObject({
        content: { rendered: expect.stringContaining(`src="${SHOWN}"`) },
      });
    }
    const target = path.join(folder, 'export');
    for (const [name, value] of exported.files) {
      await mkdir(path.dirname(path.join(target, name)), { recursive: true });
      await writeFile(path.join(target, name), JSON.stringify(value));
    }
    // Throws if the site could not be built with these files.
    const { files: read } = await loadBuiltInContent(target, blocks);
    expect(comparable(read)).toEqual(comparable({ ...builtInFiles, posts: files.posts }));
    // The snapshot contains only pages from WordPress. The site takes all others from the built-in content.
    expect(snapshot.pages()).toHaveLength(PAGES.length);
    expect(snapshot.posts()).toHaveLength(Object.keys(builtInFiles.posts).length);
  });

  test('site settings are imported unless they are the sample', async () => {
    const settings = { ...files.settings, sample: false, priceRange: '$$$' };
    const plan = await importAll(fetch, { ...files, settings });
    expect(plan.actions.map(({ kind }) => kind)).toEqual(['settings']);
    expect(await admin.get('/lintel/v1/site-settings')).toMatchObject({ priceRange: '$$$' });
    expect((await importAll(fetch, { ...files, settings })).actions).toEqual([]);
  });

  test('a demonstration page is imported on request only', async () => {
    const pages = (slug: string) => admin.get(`/wp/v2/pages?slug=${slug}&_fields=slug`);
    expect(await pages(DEMO)).toEqual([]);
    const plan = await importAll(fetch, files, { withDemos: true });
    expect(plan.actions).toContainEqual(expect.objectContaining({ kind: 'page', path: '/test-logo' }));
    expect(await pages(DEMO)).toEqual([{ slug: DEMO }]);
  });

  test('a child page named “home” is exported under its path, and comes back there', async () => {
    const id = await pageId(admin, 'buy');
    const child = z.object({ id: z.number(), slug: z.string() }).parse(
      await admin.post('/wp/v2/pages', {
        title: 'Home buyers',
        slug: 'home',
        parent: id,
        status: 'publish',
        content: '<p>For those who buy a home.</p>',
      }),
    );
    expect(child.slug).toBe('home');
    const { contents } = await readWordPressOnce({ config });
    const snapshot = createSnapshot({ contents, builtIn, homes: [wordpress.url] });
    const exported = exportedFiles({ snapshot, contents, builtIn, builtInFiles, blocks });
    expect(exported.notes).toEqual([]);
    expect(exported.files.get('pages/buy--home.json')).toMatchObject({ slug: 'home', parent: 'buy' });
    expect(exported.files.get('pages/home.json')).toMatchObject({
      title: { rendered: expect.not.stringContaining('Home buyers') },
    });
    const target = path.join(folder, 'export-home');
    for (const [name, value] of exported.files) {
      await mkdir(path.dirname(path.join(target, name)), { recursive: true });
      await writeFile(path.join(target, name), JSON.stringify(value));
    }
    const { files: read } = await loadBuiltInContent(target, blocks);
    const chosen = Object.entries(read.pages).filter(([name]) => [...PAGES, 'buy--home'].includes(name));
    const again = { ...files, pages: Object.fromEntries(chosen) };
    expect((await importAll(fetch, again)).actions).toEqual([]);
    await admin.delete(`/wp/v2/pages/${child.id}?force=true`);
    const plan = await importAll(fetch, again);
    expect(plan.actions).toMatchObject([{ kind: 'page', path: '/buy/home', existing: null }]);
    const back = await admin.get('/wp/v2/pages?slug=home&_fields=parent,content');
    expect(back).toContainEqual({
      parent: id,
      content: expect.objectContaining({ rendered: expect.stringContaining('For those who buy') }),
    });
  });

  test('a value that an editor changed stays, and is named', async () => {
    const found = z
      .array(z.object({ id: z.number() }))
      .parse(await admin.get('/wp/v2/pages?slug=buy&_fields=id'));
    const id = found[0]?.id ?? 0;
    await admin.post(`/wp/v2/pages/${id}`, { acf: { hero_title: 'Changed by hand', hero_image: null } });
    const plan = await importAll();
    expect(plan.kept).toEqual(['Buy a Home › hero_title has another value in WordPress.']);
    expect(plan.actions).toMatchObject([{ kind: 'page', path: '/buy', existing: id }]);
    const page = z
      .object({ acf: z.looseObject({ hero_title: z.string(), hero_image: z.unknown() }) })
      .parse(await admin.get(`/wp/v2/pages/${id}?_fields=acf`));
    expect(page.acf.hero_title).toBe('Changed by hand');
    expect(Number(page.acf.hero_image)).toBeGreaterThan(0);
  });
});

/**
 * Returns the content that must survive an import and export: without generated ids and times, and without the line
 * breaks that WordPress adds to HTML.
 */
function comparable(content: BuiltInFiles): unknown {
  const words = (value: unknown) => htmlToSpacedText(renderedOf(value));
  const entry = (each: Readonly<Record<string, unknown>>) => ({
    slug: each.slug,
    status: each.status,
    title: words(each.title),
    content: words(each.content),
    excerpt: words(each.excerpt),
  });
  return {
    settings: content.settings,
    layouts: content.layouts,
    menus: Object.values(content.menus).map(({ items }) => items.map(({ title, url }) => [title, url])),
    pages: Object.values(content.pages).map((page) => ({
      texts: entry(page),
      id: page.id,
      parent: page.parent,
      picture: page.featured_media,
      acf: comparableValue(page.acf),
    })),
    posts: Object.values(content.posts).map((post) => ({
      texts: entry(post),
      date: String(post.date_gmt).slice(0, 19),
      picture: post.featured_media,
      options: [post.sticky, post.format, post.comment_status],
      terms: termsOf(post._embedded).map(termPath).toSorted(),
    })),
  };
}
