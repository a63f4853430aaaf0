import type { WordPressWriter } from '../../content/rest/wordpress-writer.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';
import type { FoundPage } from './find-page.ts';

/**
 * Stores a page that only the built-in content has, and returns its id. Without values of its own it still shows the
 * built-in ones; `more` are fields of the REST API that it gets. Throws a `WriteError`.
 */
export async function storeBuiltIn(
  writer: WordPressWriter,
  { slug, builtIn }: Pick<FoundPage, 'slug' | 'builtIn'>,
  more: JsonObject = {},
): Promise<number> {
  // A page of the route table may be at the top level, without its parent.
  const page = { title: builtIn?.page.title ?? slug, slug, parent: 0, status: 'publish', ...more };
  return Number((await writer.post('/wp/v2/pages', page)).id);
}

/**
 * Returns the id of the page that others are to be below; 0 for the top level. If only the built-in content has it, it is
 * stored at its place, because the addresses of those below follow from it. Throws a `WriteError`.
 */
export async function parentId(
  writer: WordPressWriter,
  parent: FoundPage | null,
  pages: readonly FoundPage[],
): Promise<number> {
  if (!parent) return 0;
  if (parent.own) return parent.own.id;
  const above = parent.path?.split('/').slice(0, -1).join('/') ?? '';
  const grandparent = pages.find(({ path }) => path === above) ?? null;
  return storeBuiltIn(writer, parent, { parent: await parentId(writer, grandparent, pages) });
}
