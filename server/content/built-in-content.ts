import { z } from 'zod';
import type { Block } from '../../src/builder/block.ts';
import { placementSchema } from '../../src/builder/layout.ts';
import type { Placement } from '../../src/builder/layout.ts';
import type { FullPost } from '../../src/content/post-entry.ts';
import { siteSettingsSchema } from '../../src/content/site-settings.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { Menu, MenuLocation, Post } from '../../src/content/types.ts';
import { builtInFaults } from './built-in-faults.ts';
import { readMenu } from './finish-menu.ts';
import { readPost } from './finish-post.ts';
import { readFullPost } from './post-entry.ts';
import { readMedia } from './media.ts';
import type { RawMedia } from './media.ts';
import { readPage } from './raw-page.ts';
import type { RawPage } from './raw-page.ts';
import { fixtureReader } from './read-fixture.ts';
import { siteLinks } from './site-links.ts';

/** A page of the route table: its built-in text, and its layouts by variant (`''` where there is one only). */
export interface BuiltInPage {
  page: RawPage;
  path: string;
  layouts: ReadonlyMap<string, readonly Placement[]>;
}

/** What the site shows where WordPress has nothing, or is not there. */
export interface BuiltInContent {
  /** By route path. */
  pages: ReadonlyMap<string, BuiltInPage>;
  /** By slug: the route path. */
  paths: ReadonlyMap<string, string>;
  /** Newest first. */
  posts: readonly Post[];
  /** The same as their pages and lists show them. */
  fullPosts: readonly FullPost[];
  menus: Readonly<Record<MenuLocation, Menu>>;
  settings: SiteSettings;
  media: ReadonlyMap<number, RawMedia>;
}

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not lower-case words joined by "-"');
const rendered = z.object({ rendered: z.string() });
const pageFixture = z.looseObject({
  id: z.number().int().positive(),
  slug,
  parent: z.string().default(''),
  title: z.object({ rendered: z.string().min(1) }),
  content: rendered,
  excerpt: rendered,
  modified: z.string().min(10),
  acf: z.union([z.record(z.string(), z.unknown()), z.array(z.never())]).default({}),
});
const menuFixture = z.looseObject({ items: z.array(z.looseObject({ ID: z.number(), title: z.string() })) });
const LAYOUT_NAME = /^([a-z0-9-]+?)(?:\.(content|lead-capture))?$/;

/** Reads and checks the built-in content. Throws an error that lists every fault: built-in content must be right. */
export async function loadBuiltInContent(
  directory: string,
  blocks: ReadonlyMap<string, Block>,
): Promise<BuiltInContent> {
  const reader = fixtureReader(directory);
  const settings = await reader.file('site-settings.json', siteSettingsSchema, 'needed');
  const primary = await reader.file('menus/primary.json', menuFixture, 'needed');
  const footer = await reader.file('menus/footer.json', menuFixture, 'needed');
  const media = await reader.file('media.json', z.array(z.unknown()), 'optional');
  const pages = await reader.folder('pages', pageFixture);
  const layouts = await reader.folder('layouts', z.array(placementSchema));
  const posts = await reader.folder('posts', z.looseObject({ id: z.number(), slug, title: rendered }));
  const library = mediaLibrary(media ?? [], reader.faults);
  const content = assemblePages(pages, layouts, reader.faults);
  const links = siteLinks([]);
  if (settings && primary && footer) {
    const builtIn: BuiltInContent = {
      ...content,
      posts: [...posts.values()]
        .flatMap((post) => readPost(post, { media: library, links, settings }) ?? [])
        .sort((a, b) => b.date.localeCompare(a.date)),
      fullPosts: [...posts.values()]
        .flatMap((post) => readFullPost(post, { media: library, links, settings }) ?? [])
        .sort((a, b) => b.date.localeCompare(a.date)),
      menus: { primary: readMenu(primary, links).menu, footer: readMenu(footer, links).menu },
      settings,
      media: library,
    };
    reader.faults.push(...builtInFaults(builtIn, blocks));
    if (reader.faults.length === 0) return builtIn;
  }
  throw new Error(
    `The built-in content has ${reader.faults.length} fault(s):\n  ${reader.faults.join('\n  ')}`,
  );
}

function mediaLibrary(items: readonly unknown[], faults: string[]): ReadonlyMap<number, RawMedia> {
  const library = new Map<number, RawMedia>();
  for (const [index, item] of items.entries()) {
    const media = readMedia(item);
    if (!media || media.width === 0 || media.height === 0) {
      faults.push(
        `fixtures/media.json: entry ${index} needs id, source_url, media_details.width and .height.`,
      );
    } else if (library.has(media.id)) {
      faults.push(`fixtures/media.json: the id ${media.id} is taken twice.`);
    } else {
      library.set(media.id, media);
    }
  }
  return library;
}

function assemblePages(
  fixtures: ReadonlyMap<string, z.infer<typeof pageFixture>>,
  layouts: ReadonlyMap<string, readonly Placement[]>,
  faults: string[],
): Pick<BuiltInContent, 'pages' | 'paths'> {
  const pages = new Map<string, BuiltInPage>();
  const paths = new Map<string, string>();
  for (const [file, fixture] of fixtures) {
    const raw = readPage({ ...fixture, parent: 0 });
    if (!raw || fixture.slug !== file) {
      faults.push(`fixtures/pages/${file}.json: its slug is "${fixture.slug}". Name the file after it.`);
      continue;
    }
    const path = pathOf(fixture.slug, fixtures);
    if (path === null) faults.push(`fixtures/pages/${file}.json: its parent "${fixture.parent}" is no page.`);
    else {
      pages.set(path, { page: raw, path, layouts: layoutsOf(file, layouts) });
      paths.set(fixture.slug, path);
    }
  }
  for (const name of layouts.keys()) {
    const owner = LAYOUT_NAME.exec(name)?.[1];
    if (owner === undefined || !fixtures.has(owner)) {
      faults.push(`fixtures/layouts/${name}.json: there is no page fixtures/pages/${owner ?? name}.json.`);
    }
  }
  return { pages, paths };
}

function layoutsOf(page: string, layouts: ReadonlyMap<string, readonly Placement[]>) {
  const own = new Map<string, readonly Placement[]>();
  for (const [name, placements] of layouts) {
    const match = LAYOUT_NAME.exec(name);
    if (match?.[1] === page) own.set(match[2] ?? '', placements);
  }
  return own;
}

function pathOf(name: string, fixtures: ReadonlyMap<string, { parent: string }>): string | null {
  const segments: string[] = [];
  for (let at = name; at !== ''; at = fixtures.get(at)?.parent ?? '') {
    if (!fixtures.has(at) || segments.includes(at)) return null;
    segments.unshift(at);
  }
  return name === 'home' ? '/' : `/${segments.join('/')}`;
}
