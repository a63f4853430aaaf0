import { isBlank } from '../../../src/builder/raw-value.ts';
import type { Block } from '../../../src/builder/block.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { builtInFallback, shownPath } from '../built-in/snapshot-page.ts';
import { showsPageContent } from '../normalise/page-content.ts';
import { encodedPath } from '../paths/page-paths.ts';
import { BLOG_PATH } from '../paths/route-path.ts';
import { chooseLayout, hasOwnText, type HomeLayoutName } from '../resolve/choose-layout.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { RawPage } from '../values/raw-page.ts';

/** A public page or post of WordPress, with its path on this site. */
export interface EntryLink {
  /** WordPress's id. */
  id: number;
  title: string;
  /** The percent-encoded path on this site. */
  path: string;
}

/** The text of a public page or post. */
export interface SiteText extends EntryLink {
  page: RawPage;
  /** False if the page shows sections instead of its text. */
  isShown: boolean;
  /** Whether the site has a built-in page at the path. */
  isAtBuiltIn: boolean;
}

/** Features of built-in pages that a plain text in their place would lack, by the path of the page. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['/search', 'the search of this site'],
  ['/sitemap', 'the list of all pages'],
  [BLOG_PATH, 'the list of posts'],
]);

/** Returns the pages whose text replaces a feature of the site, such as the search. `what` names the feature. */
export function pagesReplacingFeatures(texts: readonly SiteText[]): (EntryLink & { what: string })[] {
  return texts.flatMap(({ id, title, path, isShown }) => {
    const what = isShown ? FUNCTIONS.get(path) : undefined;
    return what === undefined ? [] : [{ id, title, path, what }];
  });
}

/** The content and settings that decide which texts are shown. */
export interface SiteTextsInput {
  snapshot: Snapshot;
  builtIn: BuiltInContent;
  blocks: ReadonlyMap<string, Block>;
  homeLayout: HomeLayoutName | null;
}

/**
 * Returns the texts of all public pages and posts, pages first. Omits the posts page, pages without text, and pages
 * whose imported text is unchanged and not shown.
 */
export function siteTexts({ snapshot, builtIn, blocks, homeLayout }: SiteTextsInput): SiteText[] {
  const pages = snapshot.pages().flatMap((own): SiteText[] => {
    const { page } = own;
    // WordPress does not show the text of the page that lists its posts.
    if (own.listsPosts || isBlank(page.content)) return [];
    const path = encodedPath(shownPath(own, snapshot, builtIn));
    const known = builtInFallback(path, own, snapshot, builtIn);
    const { placements } = chooseLayout(page, known, null, homeLayout, blocks);
    const isShown = placements.some((placement) => showsPageContent(placement) && !placement.hidden);
    if (!isShown && known && !hasOwnText(page, known)) return [];
    return [{ id: page.id, title: page.title, path, page, isShown, isAtBuiltIn: builtIn.pages.has(path) }];
  });
  const posts = snapshot.posts().flatMap(({ slug, path }): SiteText[] => {
    const page = snapshot.post(slug);
    if (!page) return [];
    return [{ id: page.id, title: page.title, path, page, isShown: true, isAtBuiltIn: false }];
  });
  return [...pages, ...posts];
}
