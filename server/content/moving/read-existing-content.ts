import { menuTree } from '../../../src/contracts/menu-tree.ts';
import type { MenuItem, MenuLocation } from '../../../src/contracts/content.ts';
import { htmlToText } from '../values/html-text.ts';
import { decodedSlug, decodedPath, HOME_SLUG_PATH } from '../paths/page-paths.ts';
import { createLinkResolver, withHomeAsRoot, type LinkResolver } from '../paths/site-links.ts';
import { normaliseMenu } from '../normalise/normalise-menu.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import type { ExistingEntry, ExistingContent } from './import-actions.ts';
import { uploadedPicture } from './upload-built-in-picture.ts';
import { LAYOUT_ENTRY_ROUTES } from '../rest/layout-entry-routes.ts';
import { WordPressWriterError, type WordPressWriter } from '../rest/wordpress-writer.ts';

/** The statuses of the entries to read, including drafts and the trash, so that an import does not duplicate these. */
const STATUSES = 'publish,draft,pending,private,future,trash';
const FIELDS = 'id,slug,status,parent,title,content,acf';

/**
 * Reads the content of WordPress as its editors see it, before an import. Throws a `WordPressWriterError` if the
 * account may not edit pages of others, the companion plugin is not active, or a request fails.
 */
export async function readExistingContent(writer: WordPressWriter, home: string): Promise<ExistingContent> {
  const may = await readCapabilities(writer);
  const frontPage = await readFrontPage(writer);
  const entries = (path: string) =>
    writer.list(path, { status: STATUSES, context: 'edit', _fields: FIELDS, orderby: 'id', order: 'asc' });
  const pages = await entries('/wp/v2/pages');
  const links = withHomeAsRoot(createLinkResolver([home]), () => frontPage !== 0);
  const byId = new Map(pages.map((page) => [Number(page.id), page]));
  const posts = await entries('/wp/v2/posts');
  const pictures = await writer.list('/wp/v2/media', {
    search: 'lintel-',
    _fields: 'id,slug,source_url',
  });
  return {
    pages: onePerAddress(
      pages.map((page) =>
        existingEntry(page, Number(page.id) === frontPage ? '/' : pathOf(page, byId, frontPage)),
      ),
    ),
    posts: onePerAddress(posts.map((post) => existingEntry(post, slugOf(post)))),
    categories: idsBySlug(await writer.list('/wp/v2/categories', { _fields: 'id,slug' })),
    tags: idsBySlug(await writer.list('/wp/v2/tags', { _fields: 'id,slug' })),
    pictures: new Map(pictures.map((entry) => [String(entry.slug), uploadedPicture(entry)])),
    sections: idsBySlug(await readSections(writer)),
    menus: {
      primary: await readMenu(writer, 'primary', links),
      footer: await readMenu(writer, 'footer', links),
    },
    settings: await readSettings(writer),
    frontPage,
    may,
  };
}

async function readCapabilities(writer: WordPressWriter): Promise<ReadonlySet<string>> {
  const user = await writer.get('/wp/v2/users/me', { context: 'edit' }).catch((error: unknown) => {
    if (!(error instanceof WordPressWriterError) || error.status !== 401) throw error;
    throw new WordPressWriterError(
      `${error.message} Check WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD with “npm run doctor”.`,
      error.status,
      error.code,
    );
  });
  const has = isJsonObject(user) && isJsonObject(user.capabilities) ? user.capabilities : {};
  const names = Object.keys(has).filter((name) => has[name] === true);
  if (names.includes('edit_others_pages')) return new Set(names);
  throw new WordPressWriterError(
    'WORDPRESS_USERNAME may not edit pages (it lacks edit_others_pages). Give the account the role Editor.',
    403,
  );
}

async function readFrontPage(writer: WordPressWriter): Promise<number> {
  const root = await writer.get('/lintel/v1/state').catch((error: unknown) => {
    if (!(error instanceof WordPressWriterError) || error.status !== 404) throw error;
    throw new WordPressWriterError(
      'The companion plugin is not active, so values cannot be stored. Install the zip of “npm run wordpress:plugin”.',
      404,
    );
  });
  return isJsonObject(root) && root.show_on_front === 'page' ? Number(root.page_on_front) || 0 : 0;
}

/** Returns the shared sections; none if the companion plugin is too old to have them. */
async function readSections(writer: WordPressWriter): Promise<readonly JsonObject[]> {
  const params = { status: STATUSES, context: 'edit', _fields: 'id,slug,status' };
  const sections = await writer.list(LAYOUT_ENTRY_ROUTES.section, params).catch((error: unknown) => {
    if (error instanceof WordPressWriterError && error.status === 404) return [];
    throw error;
  });
  // Of several sections with the same slug, `idsBySlug` keeps the last, so published sections come last.
  return sections.toSorted(
    (one, other) => Number(one.status === 'publish') - Number(other.status === 'publish'),
  );
}

async function readSettings(writer: WordPressWriter): Promise<JsonObject> {
  const settings = await writer.get('/lintel/v1/site-settings');
  return isJsonObject(settings) ? settings : {};
}

async function readMenu(
  writer: WordPressWriter,
  location: MenuLocation,
  links: LinkResolver,
): Promise<readonly MenuItem[] | null> {
  const menu = await writer.get(`/menus/v1/locations/${location}`).catch((error: unknown) => {
    if (error instanceof WordPressWriterError && error.status === 404) return null;
    throw error;
  });
  return isJsonObject(menu) ? menuTree(normaliseMenu(menu, links).menu.items) : null;
}

function existingEntry(entry: JsonObject, at: string): ExistingEntry {
  return {
    id: Number(entry.id),
    at,
    status: String(entry.status),
    title: htmlToText(rawText(entry.title)),
    content: rawText(entry.content),
    acf: isJsonObject(entry.acf) ? entry.acf : {},
  };
}

/**
 * Returns one entry for each path or slug: the first published one, or else the first one. Several entries can have
 * the same address, because an entry in the trash keeps its address.
 */
function onePerAddress(entries: readonly ExistingEntry[]): readonly ExistingEntry[] {
  const found = new Map<string, ExistingEntry>();
  for (const entry of entries) {
    const known = found.get(entry.at);
    if (!known || (known.status !== 'publish' && entry.status === 'publish')) found.set(entry.at, entry);
  }
  return [...found.values()];
}

/** Returns the text as the editor wrote it, before plugins change it for visitors. */
function rawText(value: unknown): string {
  const text = isJsonObject(value) ? (value.raw ?? value.rendered) : value;
  return typeof text === 'string' ? text : '';
}

function pathOf(page: JsonObject, byId: ReadonlyMap<number, JsonObject>, frontPage: number): string {
  const segments: string[] = [];
  let at: JsonObject | undefined = page;
  while (at && segments.length <= byId.size) {
    segments.unshift(slugOf(at));
    at = byId.get(Number(at.parent));
  }
  const path = `/${segments.join('/')}`;
  return path === HOME_SLUG_PATH && frontPage === 0 ? '/' : path;
}

function slugOf(entry: JsonObject): string {
  const slug = decodedSlug({ status: String(entry.status), slug: String(entry.slug) });
  return slug === '' ? `?${Number(entry.id)}` : decodedPath(slug);
}

function idsBySlug(entries: readonly JsonObject[]): ReadonlyMap<string, number> {
  return new Map(entries.map(({ slug, id }) => [String(slug), Number(id)]));
}
