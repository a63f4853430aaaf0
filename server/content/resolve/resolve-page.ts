import type { Block } from '../../../src/builder/block.ts';
import type { ContentLibrary, LoadContext } from '../../../src/builder/load-context.ts';
import { isBlank, isJsonObject } from '../../../src/builder/raw-value.ts';
import type { PageCustomFields, SearchHit, Page, PageDocument } from '../../../src/contracts/content.ts';
import type { PlacementFault } from '../../../src/contracts/placement.ts';
import { isShareableImage, buildShareCard, withShareImage, type ShareCard } from '../../media/share-card.ts';
import type { Scenes } from '../../media/scenes.ts';
import { builtInPageAt, type BuiltInContent } from '../built-in/built-in-content.ts';
import { commentsCloseAt } from './comments.ts';
import { createContentLibrary } from './content-library.ts';
import { customFieldsInLightFormat } from './custom-fields.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { normaliseRenderedHtml } from '../normalise/normalise-html.ts';
import { WRONG_PAGE_PASSWORD_PARAMETER } from '../../../src/contracts/page-password.ts';
import { isPublic, type RawPage } from '../values/raw-page.ts';
import { assemblePage, pageEntry, type AssembledPage, type AssemblePageInput } from './assemble-page.ts';
import type { HomeLayoutName } from './choose-layout.ts';
import { passwordFormPage } from './password-form-page.ts';
import { declaredQuery, loadBlockData, type LoadFailure } from './load-block-data.ts';
import { withBlockHead } from './page-head.ts';
import { runningVariantTest, type VariantTest } from './page-variants.ts';
import { createAddressRedirects, postListCounts, type AddressRedirect } from './address-redirects.ts';
import { breadcrumbTrail } from './breadcrumb-trail.ts';
import { queryLoopParameters, withQueryLoopPage } from './query-loop-pages.ts';
import { recordReads } from '../snapshot/record-reads.ts';
import { createReferenceFinder } from './reference-finder.ts';
import {
  normalisedRequestPath,
  requirePageRoute,
  requestedRoute,
  type RoutePath,
} from '../paths/route-path.ts';
import { encodedPath, HOME_SLUG_PATH } from '../paths/page-paths.ts';
import {
  builtInFallback,
  resolveMovedPath,
  snapshotPageFor,
  type SnapshotPage,
} from '../built-in/snapshot-page.ts';
import { createSharedSectionFinder } from './shared-sections.ts';
import type { SnapshotReadKey } from '../snapshot/fingerprints.ts';
import type { SettingsAndMenus, Snapshot } from '../snapshot/snapshot.ts';
import { createLinkResolver } from '../paths/site-links.ts';

/** The parts of a request that decide which page is shown. */
export interface PageRequest {
  path: string;
  /** The query string of the URL, as given, without the question mark. */
  query?: string;
  /** The layout of the home page to preview. */
  layout?: HomeLayoutName;
  /** The layout variant that was chosen at random for the visitor; absent for the page's own layout. */
  variant?: string;
}

/** A page that was found, with everything that its document and its cache entry need. */
export interface FoundPageResponse {
  status: 200;
  document: PageDocument;
  title: string;
  /** The modification time in ISO 8601, UTC. */
  modified: string;
  /**
   * When the page next changes without an edit, in epoch milliseconds: a placement appears or disappears, or the
   * comments close. Null if nothing will change.
   */
  changesAt: number | null;
  /** The running A/B test of the page's layout; null if there is none. */
  test: VariantTest | null;
  /** The layout variant that is shown; null for the page's own layout. */
  variant: string | null;
  /**
   * The names of the query parameters that the page depends on: those of its blocks and of query loops in its text, or
   * that of the password form.
   */
  queryNames: readonly string[];
  /** The part of the given query that the page uses, such as `page=2`; empty if it uses none. */
  query: string;
  /**
   * Whether only the built-in content has the page, not WordPress. False for posts and lists of posts.
   */
  isBuiltIn: boolean;
  /** False if the page is kept out of search engines for a reason other than the sample identity. */
  listed: boolean;
  share: ShareCard;
  /** The WordPress id of the password-protected page or post whose password form is shown; null for other pages. */
  lock: number | null;
  /** Returns the page's own title, content and custom fields, for the REST route. */
  page: () => Page;
}

/** The response to a page request: a page, a redirect or 404. */
export type PageResponse = FoundPageResponse | AddressRedirect | { status: 404 };

/** The result of resolving a page, with the data that was read for it, and its faults. */
export interface ResolvedPage {
  answer: PageResponse;
  /** The settings and menus around the page. */
  frame: SettingsAndMenus;
  /** The keys of the data that was read, with their fingerprints. The page is valid until one of them changes. */
  reads: ReadonlyMap<SnapshotReadKey, string>;
  /** Messages for the editor; each names the page, the section and the fix. */
  faults: readonly string[];
  /** The faults, each with the id of its section if it has one. */
  sectionFaults: readonly PlacementFault[];
  /** The blocks whose `load` or `head` threw an error. */
  failures: readonly LoadFailure[];
}

/** Everything that a page depends on: the same input always produces the same page. */
export interface ResolvePageInput {
  snapshot: Snapshot;
  builtIn: BuiltInContent;
  blocks: ReadonlyMap<string, Block>;
  request: PageRequest;
  /** The current time in epoch milliseconds. */
  now: number;
  html: NormaliseContext['html'];
  search: { version: () => number; search: (words: string) => readonly SearchHit[] };
  scenes: Scenes;
  options: ResolvePageOptions;
}

/** The settings that pages depend on. */
export interface ResolvePageOptions {
  homeLayout: HomeLayoutName | null;
  /** Whether faults are included in the placements, for developers and editors to see. */
  showFaults: boolean;
  allowSampleIndex: boolean;
  /** Whether this server can send the comments of visitors to WordPress; false if absent. */
  takesComments?: boolean;
}

const NOT_FOUND = { status: 404 } as const;
/** Resolves a request against one snapshot. Reads no clock, no network and no database. */
export function resolvePage(input: ResolvePageInput): ResolvedPage {
  const { snapshot, reads } = recordReads(input.snapshot);
  const faults: PlacementFault[] = [];
  const failures: LoadFailure[] = [];
  const search: ResolvePageInput['search'] = {
    ...input.search,
    search(words) {
      reads.add('search');
      return input.search.search(words);
    },
  };
  const answer = createResolver({ ...input, snapshot, search }, faults, failures).resolve();
  const frame = snapshot.frame();
  const fingerprint = (read: SnapshotReadKey) =>
    read === 'search' ? String(input.search.version()) : input.snapshot.fingerprint(read);
  return {
    answer,
    frame,
    reads: new Map([...reads].map((read) => [read, fingerprint(read)])),
    faults: [...new Set(faults.map(({ message }) => message))],
    sectionFaults: faults,
    failures,
  };
}

/** Returns the content library that blocks use, for output other than pages, such as a sitemap. */
export function resolveContentLibrary(input: Omit<ResolvePageInput, 'request'>): ContentLibrary {
  return createResolver({ ...input, request: { path: '/' } }, [], []).library;
}

function createResolver(input: ResolvePageInput, faults: PlacementFault[], failures: LoadFailure[]) {
  const { snapshot, builtIn, blocks, request, options } = input;
  const { settings } = snapshot;
  const entryContext = {
    media: { get: (id: number) => snapshot.media(id) },
    links: snapshot.links,
    settings,
    html: input.html,
  };
  const builtInEntryContext = { ...entryContext, media: builtIn.media, links: createLinkResolver([]) };
  const references = createReferenceFinder({
    snapshot,
    builtIn,
    context: entryContext,
    builtInContext: builtInEntryContext,
    pageEntry: (path, own) => pageEntry(inputOf(requirePageRoute(path), own)),
  });
  const context: NormaliseContext = { ...entryContext, references };
  const builtInContext: NormaliseContext = { ...builtInEntryContext, references };
  const library: ContentLibrary = createContentLibrary({
    snapshot,
    builtIn,
    context,
    search: input.search.search,
    takesComments: options.takesComments === true,
    now: input.now,
    query: request.query,
    pageEntry: (path, own) => pageEntry(inputOf(requirePageRoute(path), own)),
    fieldsOf,
    htmlOf(path, field) {
      if (field === '') return ownTextOf(path) || null;
      const value = fieldsOf(path)?.[field];
      const text = isJsonObject(value) ? value.html : value;
      // A field may be plain text that was not sanitized.
      return typeof text === 'string' && !isBlank(text) ? normaliseRenderedHtml(text, context) : null;
    },
  });

  /**
   * Returns the public page or post at a path; null if there is none or it is password-protected. Ignores the preview
   * and the variant of this request, which belong to the requested page.
   */
  function openEntry(path: string): { post: RawPage } | { page: AssembledPage | null } | null {
    const route = requestedRoute(path, builtIn, snapshot);
    if (!route || lockedAt(route)) return null;
    const post = route.parts?.post === undefined ? null : snapshot.post(route.parts.post);
    if (post) return { post };
    const own = pageFor(route);
    if (own && !own.isPublic) return null;
    return assemblePage({ ...inputOf(route, own), look: null, variant: null });
  }

  function fieldsOf(path: string): PageCustomFields | null {
    const found = openEntry(path);
    if (found && 'post' in found) return customFieldsInLightFormat(found.post.acf, context);
    return found?.page?.customFields() ?? null;
  }

  function ownTextOf(path: string): string {
    const found = openEntry(path);
    if (found && 'post' in found)
      return normaliseRenderedHtml(found.post.content, context, found.post.contentMode);
    return found?.page?.ownContent().content ?? '';
  }

  function pageFor(route: RoutePath): SnapshotPage | null {
    // `/wp/home` and the REST route mean the page `home`, even if another front page is at `/`.
    const home = route.contentOnly && route.canonical === '/' ? snapshot.pageAt(HOME_SLUG_PATH) : null;
    const own = home ?? snapshotPageFor(route, snapshot, builtIn);
    // A content view finds pages by slug alone.
    if (own || !route.contentOnly || builtIn.pages.has(route.canonical)) return own;
    return snapshot.pageOfSlug(route.slug, 'anywhere');
  }

  /** Returns the page or post whose text a route shows. */
  function entryAt({ parts }: RoutePath, own: SnapshotPage | null): RawPage | null {
    return parts?.post === undefined ? (own?.page ?? null) : snapshot.post(parts.post);
  }

  /**
   * Returns the page or post at a route if it is password-protected; otherwise null. The page that lists the posts
   * never asks for a password.
   */
  function lockedAt(route: RoutePath): RawPage | null {
    const own = route.parts ? null : pageFor(route);
    const entry = own?.listsPosts ? null : entryAt(route, own);
    return entry?.locked && isPublic(entry) ? entry : null;
  }

  function inputOf(route: RoutePath, own: SnapshotPage | null): AssemblePageInput {
    const look = request.layout;
    const page = builtInFallback(route.canonical, own, snapshot, builtIn);
    return {
      route: own && route.contentOnly ? { ...route, canonical: encodedPath(own.path) } : route,
      own: own && { page: withQueryLoopPage(own.page, request.query), context },
      builtIn: page && { page: route.parts ? { ...page, showsPosts: true } : page, context: builtInContext },
      entry: entryAt(route, own),
      settings,
      blocks,
      shared: createSharedSectionFinder(snapshot, blocks),
      look: look !== undefined && page?.layouts.has(look) ? look : null,
      configured: options.homeLayout,
      variant: route.contentOnly || route.parts ? null : (request.variant ?? null),
      now: input.now,
      showFaults: options.showFaults,
      allowSampleIndex: options.allowSampleIndex,
    };
  }

  /** Returns the page at a route, without the data that its blocks load; null if there is none. */
  function pageAt(route: RoutePath, locked: RawPage | null) {
    if (locked) {
      const isWrong = new URLSearchParams(request.query).get(WRONG_PAGE_PASSWORD_PARAMETER) === 'wrong';
      return {
        ...passwordFormPage(locked, { route, context, settings, isWrong }),
        test: null,
        isBuiltIn: false,
      };
    }
    const own = pageFor(route);
    if (own && !own.isPublic) return null;
    if (!own && !builtInPageAt(route.canonical, builtIn)) return null;
    const assembled = assemblePage(inputOf(route, own));
    faults.push(...assembled.faults);
    // A test excludes previews of another layout, content views, posts and lists of posts.
    const isTested = own && request.layout === undefined && !route.contentOnly && !route.parts;
    const test = isTested ? runningVariantTest(own.page, route.canonical) : null;
    return assembled.page && { ...assembled.page, test, isBuiltIn: !own && !route.parts };
  }

  /** Returns the page at a route with the data of its blocks; null if there is none or a block finds nothing. */
  function resolveFound(route: RoutePath): FoundPageResponse | null {
    const locked = lockedAt(route);
    const base = pageAt(route.parts ? { ...route, path: route.canonical } : route, locked);
    if (!base) return null;
    const ofBlocks = base.placements.flatMap(({ block }) => blocks.get(block)?.query ?? []);
    const declared = locked ? [WRONG_PAGE_PASSWORD_PARAMETER] : ofBlocks;
    const own = [...new Set(declared)].sort();
    const query = declaredQuery(own, new URLSearchParams(request.query));
    const entry = locked ? null : entryAt(route, pageFor(route));
    const loops = queryLoopParameters(entry, request.query);
    const closesAt = entry && commentsCloseAt(entry, snapshot.discussion, input.now);
    const above = breadcrumbTrail(route, snapshot, builtIn);
    const trail = above.length > 0 ? above : undefined;
    const loadContext: LoadContext = {
      path: route.path,
      parts: route.parts ?? {},
      query,
      trail: trail ?? [],
      now: input.now,
      content: library,
    };
    const data = loadBlockData(base.placements, blocks, loadContext, failures);
    if (!data) return null;
    const { placements, head } = data;
    const title = head.title ?? base.title;
    // The canonical path of a post or list of posts is its own path, not that of the page whose layout it has.
    const canonical = route.parts ? route.path : base.head.canonical;
    const document: PageDocument = {
      path: route.path,
      slug: base.slug,
      head: withBlockHead({ ...base.head, canonical }, head, settings.seo.titleSuffix),
      placements,
      ...(trail ? { trail: [...trail, { path: route.path, title }] } : {}),
    };
    const hasOwnImage = head.image ? head.ownImage === true && isShareableImage(head.image) : base.ownImage;
    const share = buildShareCard(document, settings, input.scenes);
    return {
      status: 200,
      document: hasOwnImage ? document : withShareImage(document, share),
      title,
      modified: base.modified,
      changesAt: earliest(base.changesAt, closesAt),
      test: base.test,
      variant: base.variant,
      queryNames: [...own, ...loops.names],
      isBuiltIn: base.isBuiltIn,
      query: new URLSearchParams({ ...query, ...loops.used }).toString(),
      listed: base.listed && head.unlisted !== true,
      share,
      lock: locked?.id ?? null,
      page: base.ownContent,
    };
  }

  const others = createAddressRedirects({
    snapshot,
    builtIn,
    listAt(path) {
      const route = requestedRoute(path, builtIn, snapshot);
      const found = route && resolveFound(route);
      return postListCounts(found?.document.placements ?? []);
    },
  });

  return {
    library,
    resolve(): PageResponse {
      const plain = normalisedRequestPath(request.path);
      if (plain === null) return NOT_FOUND;
      const named = plain === '/' || plain === '/index.php' ? others.byQuery(request.query ?? '') : null;
      if (named) return named === 'none' ? NOT_FOUND : named;
      const route = requestedRoute(request.path, builtIn, snapshot);
      if (!route) return others.byPath(plain) ?? NOT_FOUND;
      // A redirect takes precedence over built-in content, which would be a different page from the one that was
      // moved.
      if (!route.contentOnly && !route.parts && route.canonical !== '/' && !pageFor(route)) {
        const to = resolveMovedPath(route.canonical, snapshot, builtIn);
        if (to !== null) return { status: 301, to };
      }
      const found = resolveFound(route);
      if (found || route.contentOnly) return found ?? NOT_FOUND;
      const moved = resolveMovedPath(route.path, snapshot, builtIn);
      return moved === null ? (others.byPath(plain) ?? NOT_FOUND) : { status: 301, to: moved };
    },
  };
}

/** Returns the earliest of some times; null if there is none. */
function earliest(...times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
