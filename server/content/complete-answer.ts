import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Block, PropsOf } from '../../src/builder/block.ts';
import type { ContentLibrary, HeadWords, LoadContext } from '../../src/builder/load-context.ts';
import type { FinishedPlacement } from '../../src/builder/placement.ts';
import type { PageDocument, PageHead } from '../../src/content/types.ts';
import { isShareable } from '../media/share-card.ts';
import type { RouteAnswer } from './gateway.ts';
import { recentMap } from './recent-map.ts';
import type { RoutePath } from './route-path.ts';

type Found = Extract<RouteAnswer, { status: 200 }>;

/** What a finished page is completed with. */
export interface CompletionParts {
  blocks: ReadonlyMap<string, Block>;
  log: Logger;
  now: () => number;
  titleSuffix: () => Promise<string>;
  library: () => ContentLibrary;
  /** Title and path of a page above; null where none stands. */
  above: (path: string) => Promise<{ path: string; title: string } | null>;
}

/** Adds to a page what its own content does not hold: the pages above it, the query, and what its blocks load. */
export interface Completion {
  /** The same object as before where nothing has changed. Null where a block says that nothing is here. */
  complete(base: Found, route: RoutePath, given: URLSearchParams): Promise<RouteAnswer | null>;
}

/** Longer values of query parameters are cut. */
const LONGEST_VALUE = 200;
/** Pages without a query are worth keeping; those with one come in endless variety. */
const MOST_PLAIN = 500;
const MOST_ASKED = 100;

interface Additions {
  query: Readonly<Record<string, string>>;
  trail: PageDocument['trail'];
  loaded: ReadonlyMap<string, object | null>;
}
interface Kept {
  base: Found;
  additions: Additions;
  answer: Found;
}

/** Completes the pages of a site. A `load` that fails costs its placement; the page's first one costs the page. */
export function completion(parts: CompletionParts): Completion {
  const { blocks, log } = parts;
  const plain = recentMap<Kept>(MOST_PLAIN);
  const asked = recentMap<Kept>(MOST_ASKED);

  async function trailOf(route: RoutePath): Promise<PageDocument['trail']> {
    const segments = route.contentOnly ? [] : route.path.split('/').slice(1, -1);
    const paths = segments.map((_, index) => `/${segments.slice(0, index + 1).join('/')}`);
    const above = await Promise.all(paths.map((path) => parts.above(path)));
    const found = above.flatMap((each) => each ?? []);
    return found.length > 0 ? found : undefined;
  }

  /** Null: nothing is here. A fault stands as null for its placement. */
  async function loadAll(document: PageDocument, context: LoadContext) {
    const loaded = new Map<string, object | null>();
    let here = true;
    await Promise.all(
      document.placements.map(async ({ block, key, props }) => {
        const declared = blocks.get(block);
        if (!declared?.load) return;
        try {
          const result = await declared.load(props, context);
          if (result === null) here = false;
          loaded.set(key, result);
        } catch (error) {
          log.error({
            event: 'block-fault',
            kind: 'load-failed',
            block,
            key,
            // Of a template's page, not as it was asked: that may be anything.
            path: document.path,
            err: error,
          });
          loaded.set(key, null);
        }
      }),
    );
    return here ? loaded : null;
  }

  return {
    async complete(base, route, given) {
      const { document } = base;
      const query = pickQuery(document.placements, blocks, given);
      const trail = await trailOf(route);
      const context: LoadContext = {
        path: route.path,
        parts: route.parts ?? {},
        query,
        trail: trail ?? [],
        now: parts.now(),
        content: parts.library(),
      };
      const loaded = await loadAll(document, context);
      if (!loaded) return null;
      const nothingAdded = trail === undefined && loaded.size === 0 && Object.keys(query).length === 0;
      if (nothingAdded) return base;
      const first = document.placements.find((placement) => placement.region === 'main');
      if (first && loaded.get(first.key) === null) return { status: 503 };
      const search = new URLSearchParams(query).toString();
      const kept = search === '' ? plain : asked;
      const key = `${route.path}?${search}`;
      const additions: Additions = { query, trail, loaded };
      const before = kept.get(key);
      if (before?.base === base && isDeepStrictEqual(before.additions, additions)) return before.answer;
      const answer = assemble(base, route, additions, search, blocks, await parts.titleSuffix());
      kept.set(key, { base, additions, answer });
      return answer;
    },
  };
}

/** Only declared names; of a repeated one the first, as `URLSearchParams.get` reads it in the browser. */
function pickQuery(
  placements: readonly FinishedPlacement[],
  blocks: ReadonlyMap<string, Block>,
  given: URLSearchParams,
): Record<string, string> {
  const names = new Set(placements.flatMap(({ block }) => blocks.get(block)?.query ?? []));
  const picked: Record<string, string> = {};
  for (const name of [...names].sort()) {
    const value = given.get(name);
    if (value !== null) picked[name] = value.slice(0, LONGEST_VALUE).toWellFormed();
  }
  return picked;
}

function assemble(
  base: Found,
  route: RoutePath,
  { trail, loaded }: Additions,
  search: string,
  blocks: ReadonlyMap<string, Block>,
  titleSuffix: string,
): Found {
  const said: HeadWords[] = [];
  const placements = base.document.placements.flatMap((placement) => {
    const more = loaded.get(placement.key);
    if (more === undefined) return [placement];
    if (more === null) return [];
    const props: PropsOf<Block> = { ...placement.props, ...more };
    said.push(blocks.get(placement.block)?.head?.(props) ?? {});
    return [{ ...placement, props: { ...placement.props, ...more } }];
  });
  const words: HeadWords = Object.assign({}, ...said);
  return {
    ...base,
    document: {
      ...base.document,
      path: route.path,
      head: headWith(base.document.head, words, route, titleSuffix),
      placements,
      ...(trail ? { trail: [...trail, { path: route.path, title: words.title ?? base.page.title }] } : {}),
    },
    ...(search === '' ? {} : { query: search }),
    listed: base.listed && words.unlisted !== true,
    ownImage: words.image ? words.ownImage === true && isShareable(words.image) : base.ownImage,
  };
}

function headWith(head: PageHead, words: HeadWords, route: RoutePath, titleSuffix: string): PageHead {
  // A template's path is not its page's.
  const title =
    words.wholeTitle ?? (words.title === undefined ? undefined : `${words.title} | ${titleSuffix}`);
  const path = route.parts ? route.path : head.canonical;
  return {
    ...head,
    ...(title === undefined ? {} : { title }),
    ...(words.description === undefined ? {} : { description: words.description }),
    ...(words.image === undefined ? {} : { image: words.image }),
    ...(words.type === undefined ? {} : { type: words.type }),
    ...(words.unlisted ? { robots: 'noindex' } : {}),
    canonical: words.query === undefined ? path : `${path}?${words.query}`,
  };
}
