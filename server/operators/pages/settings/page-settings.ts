import type {
  PageSettings,
  PageSettingsRequest,
  PageSettingsResponse,
} from '../../../../src/contracts/operators/page-settings.ts';
import type { Content } from '../../../content/content.ts';
import { resolveMovedPath } from '../../../content/built-in/snapshot-page.ts';
import { headSources } from '../../../content/resolve/assemble-page.ts';
import { chooseLayout } from '../../../content/resolve/choose-layout.ts';
import { resolveSeoDefaults } from '../../../content/resolve/page-head.ts';
import type { WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import { decodedSlug } from '../../../content/paths/page-paths.ts';
import type { RawPage } from '../../../content/values/raw-page.ts';
import { isJsonObject, type JsonObject } from '../../../../src/builder/raw-value.ts';
import { requireSnapshot } from '../require-snapshot.ts';
import { scheduledTimeOf } from '../builder/editable-page.ts';
import type { EditorAccount } from '../editor-account.ts';
import { requirePageWriter } from '../editing-rights.ts';
import { ApiError } from '../../api/api-error.ts';
import { toApiError } from '../builder/edited-page-store.ts';
import { findPageShownAt, type BuilderEntry } from '../page-list.ts';
import { pageChoicesOf } from '../create/new-pages.ts';
import { possibleParents } from '../create/page-address.ts';
import type { PageBuilder } from '../builder/page-builder.ts';
import { ensureParentPage, findPageToChange, storeBuiltInPage } from '../store-built-in-page.ts';
import { storeContentOfPagesBelow, contentForNewAddress, pagesBelow } from './moved-content.ts';
import { addMenuEntry, readMenuEntries, menuFaultText, readMenuChoices } from './page-menus.ts';
import { readPageFromSource } from './read-page-from-source.ts';

interface Around {
  builder: Pick<PageBuilder, 'target' | 'pages' | 'find' | 'open'>;
  content: Pick<Content, 'check' | 'blocks' | 'builtIn' | 'snapshot' | 'embedded'>;
  account: EditorAccount;
  now: () => number;
}

/**
 * Returns the settings of a page; null if there is no such page. Throws an `ApiError` if the account may not edit
 * pages, or if WordPress cannot be read.
 */
export async function readPageSettings(at: string, around: Around): Promise<PageSettings | null> {
  const { builder, account } = around;
  const found = builder.find(at, account);
  if (!found) return null;
  const writer = requirePageWriter(account, builder.target);
  const { id, entry, page } = await readPageFromSource(account, writer, found);
  const pages = builder.pages(account);
  const menus = await readMenuChoices(writer);
  const shown = 'menus' in menus ? new Set(menus.menus.map((menu) => menu.id)) : new Set<number>();
  const isAt = createPageUrlTest(found, pages, around);
  const entries = shown.size > 0 ? await readMenuEntries(writer, { id, isAt }).catch(() => null) : [];
  return {
    at: found.at,
    base: id === null ? '' : page.modified,
    title: titleOf(entry, page),
    slug: decodedSlug(page),
    parent: parentOf(page, pages),
    fixed: fixedReason(found, page, pages, around.content),
    oldAddress: oldAddress(found, page, pages),
    publishing: publishing(page, account),
    seoTitle: textOf(page.acf.seo_title),
    seoDescription: textOf(page.acf.seo_description),
    seoDefaults: seoDefaultsOf(found, page, around),
    parents: possibleParents(pages)
      .filter(({ path }) => path !== found.path && !path?.startsWith(`${found.path}/`))
      .flatMap(pageChoicesOf),
    menus: entries === null ? { reason: 'WordPress did not list the menu entries. Try again.' } : menus,
    inMenus: [...shown].filter((menu) => entries?.some((entry) => entry.menu === menu)),
  };
}

/**
 * Stores changed settings of a page, and changes its menu entries. If the address changes, also stores the built-in
 * content that belongs to the old path. `addressFault` returns why a page cannot have an address, or null. In the
 * result, `from` is the former `at`, and `written` is false if nothing changed. Returns null if there is no such page.
 * Throws an `ApiError` if somebody else saved the page meanwhile, if a setting is not allowed, or if WordPress refuses.
 */
export async function savePageSettings(
  asked: PageSettingsRequest,
  around: Around,
  addressFault: (address: { slug: string; parent: string | null; at: string }) => Promise<string | null>,
): Promise<{ saved: PageSettingsResponse; from: string; written: boolean } | null> {
  const { title, slug, parent } = asked;
  const { builder, account } = around;
  const found = await findPageToChange(asked.at, account, around);
  if (!found) return null;
  const { at } = found;
  const writer = requirePageWriter(account, builder.target);
  const { id: known, entry, page } = await readPageFromSource(account, writer, found);
  if ((known === null ? '' : page.modified) !== asked.base) {
    throw new ApiError(
      409,
      'Somebody saved this page meanwhile. Nothing was stored. Reload, then try again.',
    );
  }
  const pages = builder.pages(account);
  const isMoved = slug !== decodedSlug(page) || parent !== parentOf(page, pages);
  const fault = isMoved
    ? (fixedReason(found, page, pages, around.content) ?? (await addressFault({ slug, parent, at })))
    : null;
  if (fault !== null) throw new ApiError(422, fault);
  const schedule = scheduleChange(asked.publishAt, page, around);
  const acf = {
    ...(isMoved ? await contentForNewAddress(found, page, around) : {}),
    ...(asked.seoTitle === textOf(page.acf.seo_title) ? {} : { seo_title: asked.seoTitle }),
    ...(asked.seoDescription === textOf(page.acf.seo_description)
      ? {}
      : { seo_description: asked.seoDescription }),
  };
  const change = {
    ...(title === titleOf(entry, page) ? {} : { title }),
    ...(isMoved ? { slug } : {}),
    ...(Object.keys(acf).length > 0 ? { acf } : {}),
    ...schedule,
  };
  // Created before a move, so that it knows links to the path that the page still has.
  const isAt = createPageUrlTest(found, pages, around);
  const isChanged = isMoved || Object.keys(change).length > 0;
  const store = async (): Promise<number> => {
    if (known === null) return storeBuiltInPage(writer, found, change);
    if (isMoved) await storeContentOfPagesBelow(writer, found, pages, around);
    const place = isMoved
      ? { parent: await ensureParentPage(writer, pages.find((each) => each.at === parent) ?? null, pages) }
      : {};
    if (isChanged) await writer.post(`/wp/v2/pages/${known}`, { ...change, ...place });
    return known;
  };
  const id = await store().catch(async (error: unknown) => {
    // The built-in page or its parent may have been stored. Another try must not store it again.
    if (isMoved || known === null) await around.content.check().catch(() => {});
    throw toApiError(error, account);
  });
  const menus = await storeMenus(writer, {
    id,
    isAt,
    title,
    wanted: asked.inMenus ?? { add: [], remove: [] },
  });
  // The redirect from the old path is stored when the mirror reads the new one.
  await around.content.check().catch(() => {});
  const now = builder.pages(account).find(({ own }) => own?.id === id);
  return { saved: { at: now?.at ?? at, note: menus.note }, from: at, written: isChanged || menus.written };
}

/**
 * Adds or removes the page's entries in the menus of the site. `written` is whether any entry was changed. `note` is a
 * message for the operator if this fails, otherwise null.
 */
async function storeMenus(
  writer: WordPressWriter,
  page: {
    id: number;
    isAt: (url: string) => boolean;
    title: string;
    wanted: NonNullable<PageSettingsRequest['inMenus']>;
  },
): Promise<{ note: string | null; written: boolean }> {
  const { id, title, wanted } = page;
  let written = false;
  if (wanted.add.length + wanted.remove.length === 0) return { note: null, written };
  try {
    const menus = await readMenuChoices(writer);
    if ('reason' in menus) return { note: menus.reason, written };
    const entries = await readMenuEntries(writer, page);
    for (const menu of menus.menus) {
      const own = entries.filter((each) => each.menu === menu.id);
      if (wanted.remove.includes(menu.id)) {
        for (const each of own) {
          await writer.remove(`/wp/v2/menu-items/${each.id}`, 'for good');
          written = true;
        }
      } else if (wanted.add.includes(menu.id) && own.length === 0) {
        await addMenuEntry(writer, { id, title, menu: menu.id });
        written = true;
      }
    }
    return { note: null, written };
  } catch (error) {
    return {
      note: `The settings were stored, but not all menus were changed. ${menuFaultText(error)}`,
      written,
    };
  }
}

/**
 * Returns a test of whether the URL of a menu entry leads to a page, even at an alias or a former path. A URL with a
 * query or a fragment fails the test, because its entry is not the entry of the page itself.
 */
function createPageUrlTest(
  { at }: BuilderEntry,
  pages: readonly BuilderEntry[],
  { content }: Pick<Around, 'content'>,
): (url: string) => boolean {
  const { builtIn } = content;
  const snapshot = requireSnapshot(content);
  const shownAt = (path: string) => findPageShownAt(path, pages, builtIn, snapshot);
  return (url) => {
    const path = snapshot.links.resolve(url);
    if (path === null || !/^\/[^?#]*$/.test(path)) return false;
    const page = shownAt(path) ?? shownAt(resolveMovedPath(path, snapshot, builtIn) ?? path);
    return page?.at === at;
  };
}

/** Returns what search results show of a page whose own SEO fields are empty: values of a plugin or built-in ones. */
function seoDefaultsOf(
  { own, builtIn }: BuilderEntry,
  page: RawPage,
  { content }: Pick<Around, 'content'>,
): PageSettings['seoDefaults'] {
  const { settings, links } = requireSnapshot(content);
  // The texts need no pictures and no HTML.
  const context = { media: { get: () => undefined }, links, settings, html: () => '' };
  const stored = own && { page: { ...page, acf: {} }, context };
  const { ownText } = chooseLayout(own && page, builtIn, null, null, content.blocks);
  const sources = headSources({
    own: stored,
    builtIn: builtIn && !ownText ? { page: builtIn, context } : null,
  });
  return resolveSeoDefaults({ page, sources, settings });
}

function publishing(page: RawPage, { mayPublish }: EditorAccount): PageSettings['publishing'] {
  if (page.status === 'publish') return null;
  if (page.status === 'private') return { reason: 'This page is private. Change that in WordPress.' };
  if (!mayPublish) return { reason: 'Your account may not publish pages in WordPress.' };
  return { at: scheduledTimeOf(page) };
}

/**
 * Returns the REST fields that schedule a page for `at` (ISO 8601) or, if `at` is null, make a scheduled page a draft;
 * none if nothing changes. Throws an `ApiError` if the page cannot be scheduled, or if the time has passed.
 */
function scheduleChange(
  at: string | null | undefined,
  page: RawPage,
  { account, now }: Pick<Around, 'account' | 'now'>,
): JsonObject {
  const before = scheduledTimeOf(page);
  if (at === undefined || at === before) return {};
  const possible = publishing(page, account);
  if (!possible) throw new ApiError(422, 'This page is published, so it cannot be scheduled.');
  if ('reason' in possible) throw new ApiError(403, possible.reason);
  // Without removing its date, the draft would be scheduled again when it is published.
  if (at === null) return { status: 'draft', date: null };
  const moment = Date.parse(at);
  if (moment <= now()) {
    throw new ApiError(422, 'The time of publishing has passed. Choose a later one, or publish the page.');
  }
  return { status: 'future', date_gmt: new Date(moment).toISOString().slice(0, 19) };
}

function parentOf({ parent }: RawPage, pages: readonly BuilderEntry[]): string | null {
  return parent === 0 ? null : (pages.find(({ own }) => own?.id === parent)?.at ?? `~${parent}`);
}

/** Returns why the address of the front page or a blog page is fixed; null for other pages. */
export function fixedAddressReason({ path }: Pick<BuilderEntry, 'path'>): string | null {
  if (path === '/') return 'This is the front page, so its address is the site’s own.';
  if (path !== '/blog' && path !== '/blog/post') return null;
  return 'The site shows posts with this page, at fixed addresses.';
}

function fixedReason(
  found: Pick<BuilderEntry, 'path' | 'own'>,
  { parent }: RawPage,
  pages: readonly BuilderEntry[],
  { embedded }: Pick<Content, 'embedded'>,
): string | null {
  const fixed = fixedAddressReason(found);
  if (fixed !== null) return fixed;
  if (found.own === null) return 'Publish the page once, then its address can be changed.';
  if (parent !== 0 && !pages.some(({ own }) => own?.id === parent)) {
    return embedded
      ? 'The page above it is in the trash. Restore that first.'
      : 'The page above it cannot be read, for example because it is in the trash. Restore it in WordPress.';
  }
  return null;
}

function oldAddress(found: BuilderEntry, { status }: RawPage, pages: readonly BuilderEntry[]): string | null {
  const { path } = found;
  if (status !== 'publish' || path === null) return null;
  const below = pagesBelow(found, pages).length;
  const words = `Visitors and search engines that ask for ${path} are redirected to the new address (301).`;
  if (below === 0) return words;
  return `${words} The ${below === 1 ? 'page' : `${below} pages`} below it ${below === 1 ? 'moves' : 'move'} with it, with redirects of ${below === 1 ? 'its' : 'their'} own.`;
}

function titleOf({ title }: JsonObject, page: RawPage): string {
  return isJsonObject(title) && typeof title.raw === 'string' ? title.raw : page.title;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
