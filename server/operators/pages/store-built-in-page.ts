import type { WordPressWriter } from '../../content/rest/wordpress-writer.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import type { Content } from '../../content/content.ts';
import type { PageViewer } from './editing-rights.ts';
import type { BuilderEntry } from './page-list.ts';

/**
 * Finds the page that a request changes. A page that seems not to be stored is looked for again after WordPress has
 * been read: an earlier try may have stored it although its response was lost, and it must not be stored twice.
 */
export async function findPageToChange(
  at: string,
  account: PageViewer,
  {
    builder,
    content,
  }: {
    builder: { find(at: string, account: PageViewer): BuilderEntry | null };
    content: Pick<Content, 'check'>;
  },
): Promise<BuilderEntry | null> {
  const found = builder.find(at, account);
  if (!found || found.own) return found;
  await content.check().catch(() => {});
  return builder.find(at, account);
}

/**
 * Stores a page that only the built-in content has, and returns its id. `more` are further fields for the REST API.
 * Where they have no section value, the site still shows the built-in one. Throws a `WordPressWriterError` if WordPress
 * does not store the page.
 */
export async function storeBuiltInPage(
  writer: WordPressWriter,
  { slug, builtIn }: Pick<BuilderEntry, 'slug' | 'builtIn'>,
  more: JsonObject = {},
): Promise<number> {
  // A built-in page may be stored at the top level, without its parent.
  const page = { title: builtIn?.page.title ?? slug, slug, parent: 0, status: 'publish', ...more };
  return Number((await writer.post('/wp/v2/pages', page)).id);
}

/**
 * Returns the WordPress id of a parent page; 0 for the top level. A parent that only the built-in content has is
 * stored first, below its own parent, because the paths of its children depend on it. Throws a `WordPressWriterError`
 * if WordPress does not store a page.
 */
export async function ensureParentPage(
  writer: WordPressWriter,
  parent: BuilderEntry | null,
  pages: readonly BuilderEntry[],
): Promise<number> {
  if (!parent) return 0;
  if (parent.own) return parent.own.id;
  const above = parent.path?.split('/').slice(0, -1).join('/') ?? '';
  const grandparent = pages.find(({ path }) => path === above) ?? null;
  return storeBuiltInPage(writer, parent, { parent: await ensureParentPage(writer, grandparent, pages) });
}
