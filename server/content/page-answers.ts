import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Block } from '../../src/builder/block.ts';
import type { ContentLibrary } from '../../src/builder/load-context.ts';
import type { FinishedPlacement } from '../../src/builder/placement.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { Config } from '../config.ts';
import type { BuiltInContent } from './built-in-content.ts';
import { completion } from './complete-answer.ts';
import { contentLibrary } from './content-library.ts';
import type { ContentReader, PageReading } from './content-reader.ts';
import type { FrameMaker } from './finish-frame.ts';
import { builtInPlacement, finishPage } from './finish-page.ts';
import type { PageInput } from './finish-page.ts';
import type { FinishContext } from './finished.ts';
import type { HomeLayout, RouteAnswer, RouteOptions } from './gateway.ts';
import { recentMap } from './recent-map.ts';
import { routePath } from './route-path.ts';
import type { RoutePath } from './route-path.ts';
import { isTemplatePage, postSlugAt, routeTemplate, termRouteAt } from './route-template.ts';
import { siteLinks } from './site-links.ts';
import type { SiteLinks } from './site-links.ts';

/** Answers routes with finished pages, each finished once per change. */
export interface PageAnswers {
  route(path: string, options?: RouteOptions): Promise<RouteAnswer>;
  library: ContentLibrary;
  builtInPlacement(path: string, key: string, look?: HomeLayout): FinishedPlacement | null;
}

/** What answers are made of. */
export interface AnswerParts {
  config: Config;
  log: Logger;
  now: () => number;
  blocks: ReadonlyMap<string, Block>;
  builtIn: BuiltInContent;
  reader: ContentReader;
  frames: Pick<FrameMaker, 'settings'>;
}

interface Kept {
  reading: PageReading | null;
  settings: SiteSettings;
  links: SiteLinks;
  answer: RouteAnswer;
}

/** As many finished pages as the cache below keeps raw ones. */
const MOST_KEPT = 500;
/** One object for every path that is not found, so that it keeps its identity too. */
const NOT_FOUND: RouteAnswer = Object.freeze({ status: 404 });

/** Makes the answers of a site. Faults in pages are logged once per version of the page. */
export function pageAnswers(parts: AnswerParts): PageAnswers {
  const { config, builtIn, blocks, reader, frames, now } = parts;
  const kept = recentMap<Kept>(MOST_KEPT);
  const logged = recentMap<true>(MOST_KEPT);
  const builtInLinks = siteLinks(config.publicUrl === null ? [] : [config.publicUrl]);

  /** The settings of the last answer; those that the last view of a page was finished with. */
  let known = builtIn.settings;

  function builtInAt(route: RoutePath, settings: SiteSettings) {
    const page = builtIn.pages.get(route.canonical);
    const context: FinishContext = { media: builtIn.media, links: builtInLinks, settings };
    return page?.page.status === 'publish' ? { page, context } : null;
  }

  function lookAt(route: RoutePath, look: HomeLayout | undefined): HomeLayout | null {
    return look !== undefined && (builtIn.pages.get(route.canonical)?.layouts.has(look) ?? false)
      ? look
      : null;
  }

  function finish(route: RoutePath, look: HomeLayout | null, from: Omit<Kept, 'answer'>): RouteAnswer {
    const { reading, settings, links } = from;
    if (reading?.state === 'withheld') return NOT_FOUND;
    const own = reading?.state === 'found' ? ownPage(reading, links, settings) : null;
    const input: PageInput = {
      route: reading?.state === 'found' && route.contentOnly ? { ...route, canonical: reading.path } : route,
      own,
      builtIn: builtInAt(route, settings),
      settings,
      blocks,
      look,
      configured: config.homeLayout,
      now: now(),
      showFaults: config.dev,
      allowSampleIndex: config.allowSampleIndex,
    };
    const { answer, faults } = finishPage(input);
    for (const fault of faults) logOnce(fault, own?.page.modified ?? '');
    return answer.status === 404 ? NOT_FOUND : answer;
  }

  function logOnce(fault: string, version: string): void {
    const key = `${version} ${fault}`;
    if (logged.get(key)) return;
    logged.set(key, true);
    parts.log.warn({ event: 'content-fault' }, fault);
  }

  async function answer(route: RoutePath, look: HomeLayout | null): Promise<RouteAnswer> {
    const [reading, settings, links] = await Promise.all([read(route), frames.settings(), reader.links()]);
    known = settings;
    const key = `${route.path} ${look ?? ''}`;
    const before = kept.get(key);
    if (
      before?.reading === reading &&
      before.settings === settings &&
      before.links === links &&
      !(before.answer.status === 200 && before.answer.changesAt !== null && before.answer.changesAt <= now())
    ) {
      return before.answer;
    }
    const made = finish(route, look, { reading, settings, links });
    const same = before && isDeepStrictEqual(before.answer, made) ? before.answer : made;
    // Paths that are not found are asked for in endless variety: they are not worth keeping.
    if (same !== NOT_FOUND) kept.set(key, { reading, settings, links, answer: same });
    return same;
  }

  /** `/wp/{slug}` shows the page of the route table that has this slug, wherever it stands. */
  function placed(path: string): RoutePath | null {
    const route = routePath(path);
    if (!route?.contentOnly) return route && (templated(route) ?? route);
    const known = routePath(builtIn.paths.get(route.slug) ?? route.canonical);
    return known && { ...known, path: route.path, contentOnly: true };
  }

  /** A page below another one is found by its slug alone, where only its content is asked for. */
  async function read(route: RoutePath): Promise<PageReading | null> {
    const reading = await reader.page(route);
    const elsewhere =
      reading?.state === 'absent' && route.contentOnly && !builtIn.pages.has(route.canonical)
        ? await reader.pageOfSlug(route.slug)
        : null;
    return elsewhere?.state === 'found' ? elsewhere : reading;
  }

  /** A path that is shown by another page: a post, the posts of a category. */
  function templated(route: RoutePath): RoutePath | null {
    const template = routeTemplate(route.canonical);
    const page = template && builtIn.pages.has(template.page) ? routePath(template.page) : null;
    return template && page && { ...page, path: route.path, parts: template.parts };
  }

  /** WordPress's own address of a post or term, as links in its content have it, leads to ours. */
  async function moved(path: string): Promise<RouteAnswer> {
    const term = termRouteAt(path);
    if (term !== null && builtIn.pages.has('/blog')) return { status: 301, to: term };
    const slug = postSlugAt(path);
    if (slug === null || !builtIn.pages.has('/blog/post')) return NOT_FOUND;
    const posts = await library.posts().catch(() => []);
    const post = posts.find((each) => each.slug === slug);
    return post ? { status: 301, to: post.path } : NOT_FOUND;
  }

  const plainPage = async (path: string) => {
    const route = routePath(path);
    return route ? answer(route, null) : NOT_FOUND;
  };
  const library = contentLibrary({ config, blocks, builtIn, reader, page: plainPage });
  const completed = completion({
    blocks,
    log: parts.log,
    now,
    titleSuffix: async () => (await frames.settings()).seo.titleSuffix,
    library: () => library,
    async above(path) {
      const found = isTemplatePage(path) ? NOT_FOUND : await plainPage(path);
      return found.status === 200 ? { path, title: found.page.title } : null;
    },
  });

  return {
    library,
    async route(path, { layout, query = '' } = {}) {
      const route = placed(path);
      if (!route) return NOT_FOUND;
      // A template is finished once, not for every path that it may stand for.
      const asked = route.parts ? { ...route, path: route.canonical } : route;
      const base = await answer(asked, lookAt(route, layout));
      if (base.status !== 200) return route.contentOnly ? base : moved(route.path);
      const whole = await completed.complete(base, route, new URLSearchParams(query));
      if (whole) return whole;
      // A page may stand where a post could: below the page of the posts.
      const plain = route.parts && !isTemplatePage(route.path) ? await plainPage(route.path) : NOT_FOUND;
      return plain.status === 200 ? plain : NOT_FOUND;
    },
    builtInPlacement(path, key, look) {
      const route = placed(path);
      if (!route) return null;
      const builtInPage = builtInAt(route, known);
      return builtInPlacement(key, {
        builtIn: builtInPage,
        blocks,
        look: lookAt(route, look),
        configured: config.homeLayout,
      });
    },
  };
}

function ownPage(
  reading: Extract<PageReading, { state: 'found' }>,
  links: SiteLinks,
  settings: SiteSettings,
) {
  const media = new Map(reading.media.map((item) => [item.id, item]));
  return { page: reading.page, context: { media, links, settings } };
}
