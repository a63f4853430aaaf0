import { z } from 'zod';
import { placementSchema, type Placement } from '../../../src/contracts/layout.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { Menu, MenuLocation } from '../../../src/contracts/content.ts';
import { normaliseMenu } from '../normalise/normalise-menu.ts';
import { readMedia, type RawMedia } from '../values/raw-media.ts';
import { createMirrorContents, type MirrorContents, type MirrorEntry } from '../values/mirror-contents.ts';
import { readRawPage, type RawPage } from '../values/raw-page.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import { createLinkResolver } from '../paths/site-links.ts';

/** A built-in page, with its layouts by variant name. The name is `''` for a layout file without a variant. */
export interface BuiltInPage {
  /**
   * The file name without extension: the slug, or the path with `--` for `/` if the slug is another page's file name.
   */
  name: string;
  page: RawPage;
  path: string;
  layouts: ReadonlyMap<string, readonly Placement[]>;
  /**
   * True for legal pages. Text that an editor writes into the page then replaces the built-in sections even if some of
   * them are filled in.
   */
  ownTextReplaces: boolean;
  /**
   * True for the built-in home page where it fills in for a front page with another slug. Its layout and the values of
   * its sections are used, but not its own title, text, picture and SEO fields.
   */
  standsIn?: true;
  /**
   * True for the built-in blog where it fills in for WordPress's posts page. Text that an editor writes into that page
   * never replaces the layout.
   */
  showsPosts?: true;
  /**
   * True for pages that demonstrate or test the site. An import into WordPress omits them unless `withDemos` is set.
   */
  demo: boolean;
}

/** The content that the site shows where WordPress has no content, or if WordPress is not configured. */
export interface BuiltInContent {
  /** By route path. */
  pages: ReadonlyMap<string, BuiltInPage>;
  /** Route paths by slug, of the pages whose file is named after their slug. */
  paths: ReadonlyMap<string, string>;
  menus: Readonly<Record<MenuLocation, Menu>>;
  settings: SiteSettings;
  media: ReadonlyMap<number, RawMedia>;
  /** The built-in posts, shared sections and pictures as mirror entries, for a site without WordPress. */
  contents: MirrorContents;
}

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is not lower-case words joined by "-"');
const rendered = z.object({ rendered: z.string() });
/** Schema of a page file, `fixtures/pages/*.json`. */
export const pageFixtureSchema = z.looseObject({
  id: z.number().int().positive(),
  slug,
  parent: z.string().default(''),
  title: z.object({ rendered: z.string().min(1) }),
  content: rendered,
  excerpt: rendered,
  modified: z.string().min(10),
  acf: z.union([z.record(z.string(), z.unknown()), z.array(z.never())]).default({}),
  own_text_replaces_sections: z.boolean().default(false),
  demo: z.boolean().optional(),
});
/** Schema of a shared section file, `fixtures/sections/*.json`. Its `page_layout` has exactly one placement. */
export const sectionFixtureSchema = z.looseObject({
  id: z.number().int().positive(),
  slug,
  title: rendered,
  acf: z.looseObject({ page_layout: z.array(placementSchema).length(1) }),
});
/** Schema of a post file, `fixtures/posts/*.json`. */
export const postFixtureSchema = z.looseObject({ id: z.number().int().positive(), slug, title: rendered });
/** Schema of a menu file, `fixtures/menus/*.json`. */
export const menuFixtureSchema = z.looseObject({
  items: z.array(z.looseObject({ ID: z.number(), title: z.string() })),
});
/** Matches a layout file's name without extension: the name of the page's file, with or without a variant name. */
const LAYOUT_NAME = /^([a-z0-9-]+?)(?:\.(content|lead-capture))?$/;

/** The contents of the files under `fixtures/`, each validated on its own. The build stores this as one JSON file. */
export interface BuiltInFiles {
  settings: SiteSettings;
  menus: Record<MenuLocation, z.infer<typeof menuFixtureSchema>>;
  media: unknown[];
  pages: Record<string, z.infer<typeof pageFixtureSchema>>;
  layouts: Record<string, Placement[]>;
  posts: Record<string, z.infer<typeof postFixtureSchema>>;
  sections: Record<string, z.infer<typeof sectionFixtureSchema>>;
}

/** Creates the built-in content from the files. Omits invalid parts and adds a message for each to `faults`. */
export function createBuiltInContent(files: BuiltInFiles, faults: string[] = []): BuiltInContent {
  const links = createLinkResolver([]);
  return {
    ...assemblePages(files, faults),
    menus: {
      primary: normaliseMenu(files.menus.primary, links).menu,
      footer: normaliseMenu(files.menus.footer, links).menu,
    },
    settings: files.settings,
    media: mediaLibrary(files.media, faults),
    contents: createMirrorContents(entriesOf(files)),
  };
}

/**
 * Yields the pictures, shared sections and posts of the files, and the authors and terms embedded in the posts, as
 * entries in the WordPress REST format.
 */
function* entriesOf({ posts, sections, media }: BuiltInFiles): Iterable<MirrorEntry> {
  const version = 1;
  for (const item of media) {
    if (isJsonObject(item)) yield { kind: 'media', id: String(item.id), data: item, version };
  }
  for (const section of Object.values(sections)) {
    yield { kind: 'section', id: String(section.id), data: section, version };
  }
  for (const post of Object.values(posts)) {
    yield { kind: 'post', id: String(post.id), data: post, version };
    const embedded = isJsonObject(post._embedded) ? post._embedded : {};
    for (const author of objectsIn(embedded.author)) {
      yield { kind: 'author', id: String(author.id), data: author, version };
    }
    for (const term of withParents(objectsIn(embedded['wp:term']))) {
      const kind = term.taxonomy === 'post_tag' ? 'tag' : 'category';
      yield { kind, id: String(term.id), data: term, version };
    }
  }
}

/** Returns the parent of a category in a post's file, where it is embedded as `up`; an empty array without a parent. */
export function parentsOfTerm({ _embedded: embedded }: JsonObject): readonly JsonObject[] {
  return isJsonObject(embedded) ? objectsIn(embedded.up) : [];
}

function withParents(terms: readonly JsonObject[]): JsonObject[] {
  return terms.flatMap((term) => [term, ...withParents(parentsOfTerm(term))]);
}

function objectsIn(raw: unknown): JsonObject[] {
  return Array.isArray(raw) ? raw.flat().filter(isJsonObject) : [];
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

function assemblePages(files: BuiltInFiles, faults: string[]): Pick<BuiltInContent, 'pages' | 'paths'> {
  const fixtures = new Map(Object.entries(files.pages));
  const layouts = new Map(Object.entries(files.layouts));
  const pages = new Map<string, BuiltInPage>();
  const paths = new Map<string, string>();
  for (const [file, fixture] of fixtures) {
    const raw = readRawPage({ ...fixture, parent: 0 });
    const path = pathOf(file, fixtures);
    if (path === null) {
      faults.push(`fixtures/pages/${file}.json: its parent "${fixture.parent}" is no page.`);
      continue;
    }
    if (!raw || (fixture.slug !== file && pageFileNameOfPath(path) !== file)) {
      faults.push(`fixtures/pages/${file}.json: its slug is "${fixture.slug}". Name the file after it.`);
      continue;
    }
    const { own_text_replaces_sections: ownTextReplaces, demo = false } = fixture;
    const layoutsOfPage = layoutsOf(file, layouts);
    pages.set(path, { name: file, page: raw, path, layouts: layoutsOfPage, ownTextReplaces, demo });
    if (fixture.slug === file) paths.set(file, path);
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

/**
 * Returns the path of the page in the file `name`; null if a parent is missing or the parents form a cycle. A
 * fixture's `parent` is the name of the parent's file.
 */
function pathOf(
  name: string,
  fixtures: ReadonlyMap<string, { slug: string; parent: string }>,
): string | null {
  const segments: string[] = [];
  const seen = new Set<string>();
  for (let at = name; at !== '';) {
    const fixture = fixtures.get(at);
    if (!fixture || seen.has(at)) return null;
    seen.add(at);
    segments.unshift(fixture.slug);
    at = fixture.parent;
  }
  return name === 'home' ? '/' : `/${segments.join('/')}`;
}

/**
 * Returns the file name, without extension, for a page at this path if its slug is already the name of another page's
 * file: `buy--home` for `/buy/home`.
 */
export function pageFileNameOfPath(path: string): string {
  return path.slice(1).replaceAll('/', '--');
}

/** Returns the built-in page at a path; null if there is none or it is not public. */
export function builtInPageAt(path: string, builtIn: BuiltInContent): BuiltInPage | null {
  const page = builtIn.pages.get(path);
  return page?.page.status === 'publish' ? page : null;
}
