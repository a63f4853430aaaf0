import type { Block } from '../../../../src/builder/block.ts';
import { createPictureUrlResolver, fetchablePictureUrl } from '../../../media/picture-url-resolver.ts';
import { posterOrigins } from '../../../../src/contracts/embed-players.ts';
import type { Config, WordPressConfig } from '../../../platform/config/config.ts';
import type { TextDifference } from '../../body/text-differences.ts';
import { pagesReplacingFeatures, type EntryLink } from '../../body/site-texts.ts';
import type { OnTextCheckProgress } from '../../body/text-check.ts';
import type { BuiltInContent } from '../../built-in/built-in-content.ts';
import { changedAddresses, type ChangedAddress } from './changed-addresses.ts';
import { pagePathClashes } from '../../resolve/page-path-clashes.ts';
import { createSnapshot } from '../../snapshot/snapshot.ts';
import { parseWordPressUrls } from '../../rest/wordpress-urls.ts';
import { AVATAR_ORIGIN } from '../../values/raw-comment.ts';
import { pageOf } from '../../values/raw-page.ts';
import { checkSiteTexts } from '../check-site-texts.ts';
import type { UnsupportedPostType, PublicWordPressContent } from './read-public-site.ts';

/** How this site would show the content of a WordPress that is not connected yet. */
export interface CompatibilityReport {
  site: string;
  name: string;
  totals: Record<
    'pages' | 'posts' | 'pictures' | 'files' | 'comments' | 'categories' | 'tags' | 'authors',
    number
  >;
  /** The menus that are public: `primary`, `footer`. */
  menus: readonly string[];
  otherTypes: readonly UnsupportedPostType[];
  /** Pages and posts behind a password. Their titles are public in WordPress. */
  protected: readonly Pick<EntryLink, 'id' | 'title'>[];
  addresses: readonly ChangedAddress[];
  /** Pages that this site would not show at their address in WordPress, because something else (`other`) is there. */
  clashes: readonly { title: string; wanted: string; path: string | null; other: string }[];
  /**
   * Pages at addresses of built-in pages. `replaces` names the feature of the site, such as its search, that the
   * page's text would replace; null if none.
   */
  builtIn: readonly { title: string; path: string; isTextShown: boolean; replaces: string | null }[];
  /** Whether WordPress lists its posts at `/`, where this site has its home page. */
  hasPostsInFront: boolean;
  /** The number of texts that were compared. */
  texts: number;
  differences: readonly TextDifference[];
  /** Texts that could not be checked. */
  unread: readonly EntryLink[];
  notices: readonly string[];
}

interface Options {
  wordpress: WordPressConfig;
  config: Pick<Config, 'homeLayout' | 'allowSampleIndex' | 'imageOrigins'>;
  builtIn: BuiltInContent;
  blocks: ReadonlyMap<string, Block>;
  onProgress: OnTextCheckProgress;
}

/**
 * Examines how this site would show the content of a WordPress that was read. Stores nothing and sends no requests.
 */
export async function createCompatibilityReport(
  { contents, otherTypes, notices }: PublicWordPressContent,
  { wordpress, config, builtIn, blocks, onProgress }: Options,
): Promise<CompatibilityReport> {
  const { home } = parseWordPressUrls(wordpress.url);
  const site = contents.entries('site').get('site')?.data ?? {};
  const source = createPictureUrlResolver({
    wordpress: home,
    homes: () => [site.home, site.url].filter((each) => typeof each === 'string'),
    origins: [...config.imageOrigins, ...posterOrigins, AVATAR_ORIGIN],
  });
  const serves = (url: string) => fetchablePictureUrl(url, source) !== null;
  const snapshot = createSnapshot({
    contents,
    builtIn,
    homes: [home],
    pictures: { address: ({ url }) => (serves(url) ? { src: url } : null) },
  });
  const checked = await checkSiteTexts({ config, snapshot, builtIn, blocks, serves, onProgress });
  const files = [...contents.entries('media').values()];
  const pictures = files.filter(({ data }) => String(data.mime_type).startsWith('image/')).length;
  const replaced = new Map(pagesReplacingFeatures(checked.texts).map(({ id, what }) => [id, what]));
  const entries = [contents.entries('page'), contents.entries('post')].flatMap((kind) =>
    kind.values().toArray(),
  );
  const locked = entries
    .flatMap((entry) => pageOf(entry) ?? [])
    .filter((entry) => entry.locked && entry.status === 'publish');
  return {
    site: home,
    name: typeof site.name === 'string' ? site.name : '',
    totals: {
      pages: snapshot.pages().length,
      posts: snapshot.posts().length,
      pictures,
      files: files.length - pictures,
      comments: contents.entries('comment').size,
      categories: contents.entries('category').size,
      tags: contents.entries('tag').size,
      authors: contents.entries('author').size,
    },
    menus: [...contents.entries('menu').keys()],
    otherTypes,
    protected: locked.map(({ id, title }) => ({ id, title })),
    addresses: changedAddresses({ snapshot, contents, builtIn }, checked.targetOf),
    clashes: pagePathClashes(snapshot, builtIn).map(({ page: { title }, wanted, path, other }) => ({
      title,
      wanted,
      path,
      other,
    })),
    builtIn: checked.texts.flatMap(({ id, title, path, isShown, isAtBuiltIn }) =>
      isAtBuiltIn ? [{ title, path, isTextShown: isShown, replaces: replaced.get(id) ?? null }] : [],
    ),
    hasPostsInFront: site.show_on_front === 'posts',
    texts: checked.total,
    differences: checked.differences,
    unread: checked.unread.map(({ id, title, path }) => ({ id, title, path })),
    notices,
  };
}
