import { isUnset, type JsonObject } from '../../../../src/builder/raw-value.ts';
import { sectionId } from '../../../../src/builder/section-ids.ts';
import type { Content } from '../../../content/content.ts';
import { seoBlock, seoPlacement } from '../../../content/normalise/seo-fields.ts';
import type { WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import type { RawPage } from '../../../content/values/raw-page.ts';
import { serializeLayout } from '../builder/edited-page-store.ts';
import type { PageBuilder } from '../builder/page-builder.ts';
import type { EditorAccount } from '../editor-account.ts';
import type { BuilderEntry } from '../page-list.ts';
import { readPageFromSource } from './read-page-from-source.ts';

interface MovedAround {
  builder: Pick<PageBuilder, 'open'>;
  content: Pick<Content, 'embedded'>;
  account: EditorAccount;
}

/**
 * Returns the values to store with a page before its address changes. Its built-in layout and texts belong to its
 * path, so the page would lose them otherwise. Empty if the page shows nothing built-in, and if pages are stored in
 * WordPress, where the companion plugin stores these values.
 */
export async function contentForNewAddress(
  { at, builtIn }: BuilderEntry,
  { acf }: Pick<RawPage, 'acf'>,
  { builder, content, account }: MovedAround,
): Promise<JsonObject> {
  const page = content.embedded && builtIn ? await builder.open(at, account) : null;
  if (!builtIn || !page) return {};
  // A variant may have sections that the page's own layout lacks.
  const variants = await Promise.all(
    (page.variants?.variants ?? []).map(({ name }) => builder.open(at, account, name)),
  );
  const shown = [page, ...variants].filter((each) => each !== null);
  const sections = [...shown.map((each) => each.builtIn), ...shown.map(({ values }) => values)];
  const seo = Object.keys(seoBlock.fields).flatMap((name) => {
    const id = sectionId(seoPlacement, name);
    return isUnset(acf[id]) && !isUnset(builtIn.page.acf[id]) ? [[id, builtIn.page.acf[id]] as const] : [];
  });
  return {
    ...Object.fromEntries([...sections.flatMap((values) => Object.entries(values)), ...seo]),
    page_layout: serializeLayout(page.layout),
  };
}

/**
 * Before a page moves, stores in each page below it the built-in layout and texts that this page would lose. Does
 * nothing if pages are stored in WordPress, where the companion plugin does this.
 */
export async function storeContentOfPagesBelow(
  writer: WordPressWriter,
  found: BuilderEntry,
  pages: readonly BuilderEntry[],
  around: MovedAround,
): Promise<void> {
  if (!around.content.embedded) return;
  for (const page of pagesBelow(found, pages)) {
    // The mirror has no values of drafts.
    const { id, page: stored } = await readPageFromSource(around.account, writer, page);
    const acf = await contentForNewAddress(page, stored, around);
    if (Object.keys(acf).length > 0) await writer.post(`/wp/v2/pages/${id}`, { acf });
  }
}

/** Returns the pages that move with a page. A built-in page that is not stored stays at its path. */
export function pagesBelow({ path }: BuilderEntry, pages: readonly BuilderEntry[]): readonly BuilderEntry[] {
  return pages.filter((page) => page.own && page.own.parent !== 0 && page.path?.startsWith(`${path}/`));
}
