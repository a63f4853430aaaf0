import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import { newToken } from '../../platform/security/tokens.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import type { EmbeddedMenus } from './embedded-menus.ts';
import type { EmbeddedPages } from './embedded-pages.ts';
import type { EmbeddedStore } from './embedded-store.ts';

interface Options {
  store: EmbeddedStore;
  pages: EmbeddedPages;
  menus: EmbeddedMenus;
  builtIn: BuiltInContent;
  /** The address of the source. */
  home: string;
}

/** The kinds of built-in content in the feed. Pages are not in it, because the site falls back on built-in pages. */
const BUILT_IN_KINDS = ['post', 'section', 'media', 'category', 'tag', 'author'] as const;

/**
 * Creates a function that reads the change feed of the embedded source since a cursor; `0` reads everything. Each read
 * first publishes the scheduled pages that are due. The feed contains the edited entries. If everything is read, it also
 * contains the built-in content, except pages and menus, on which the site falls back anyway. Returns `reset` for a
 * cursor of another process.
 */
export function createEmbeddedChangeFeed({ store, pages, menus, builtIn, home }: Options) {
  // Part of the cursor, so that the mirror reads everything again from a new process. A new process may have other
  // built-in content, or a restored database that uses the same change numbers again.
  const process = newToken();

  return async (since: string): Promise<JsonObject> => {
    const all = await pages.publishDue();
    const [from, change] = since.split('.');
    const isEverything = since === '0';
    if (!isEverything && from !== process) return { reset: true };
    const { entries, last } = await store.since(isEverything ? 0 : Number(change));
    const stored = entries.filter(({ kind }) => kind !== 'menu');
    const shown = await menus.shown(pagePaths(all, builtIn));
    return {
      cursor: `${process}.${last}`,
      entries: [
        ...(isEverything ? builtInEntries(builtIn, home) : []),
        ...stored,
        // All stored menus are sent each time, because the path of any page may have changed.
        ...shown.map(({ id, data }) => ({ kind: 'menu', id, data })),
      ],
      next: '',
      more: false,
    };
  };
}

function builtInEntries({ contents, settings }: BuiltInContent, home: string) {
  return [
    { kind: 'site', id: 'site', data: siteOf(settings, home) },
    { kind: 'settings', id: 'site', data: {} },
    ...BUILT_IN_KINDS.flatMap((kind) =>
      [...contents.entries(kind).values()].map(({ id, data }) => ({ kind, id, data })),
    ),
  ];
}

function siteOf({ site }: SiteSettings, home: string): JsonObject {
  return {
    name: site.name,
    description: site.description,
    url: home,
    home,
  };
}

/** Returns a function that finds the path of a published page; null for other pages. */
function pagePaths(all: readonly JsonObject[], { paths }: BuiltInContent): (id: number) => string | null {
  const byId = new Map(all.map((page) => [Number(page.id), page]));
  const pathOf = (id: number, depth = 0): string | null => {
    const page = byId.get(id);
    if (!page || page.status === 'trash' || depth > byId.size) return null;
    const slug = String(page.slug);
    if (slug === '') return null;
    const parent = Number(page.parent);
    // A top-level page with the slug of a built-in page is shown at the path of that built-in page.
    if (parent === 0) return paths.get(slug) ?? `/${slug}`;
    const above = pathOf(parent, depth + 1);
    return above && `${above}/${slug}`;
  };
  return (id) => (byId.get(id)?.status === 'publish' ? pathOf(id) : null);
}
