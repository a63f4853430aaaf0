import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Block } from '../../src/builder/block.ts';
import type { FinishedPlacement } from '../../src/builder/placement.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { Config } from '../config.ts';
import type { BuiltInContent } from './built-in-content.ts';
import type { ContentReader, PageReading } from './content-reader.ts';
import type { FrameMaker } from './finish-frame.ts';
import { builtInPlacement, finishPage } from './finish-page.ts';
import type { PageInput } from './finish-page.ts';
import type { FinishContext } from './finished.ts';
import type { HomeLayout, RouteAnswer } from './gateway.ts';
import { recentMap } from './recent-map.ts';
import { routePath } from './route-path.ts';
import type { RoutePath } from './route-path.ts';
import { siteLinks } from './site-links.ts';
import type { SiteLinks } from './site-links.ts';

/** Answers routes with finished pages, each finished once per change. */
export interface PageAnswers {
  route(path: string, look?: HomeLayout): Promise<RouteAnswer>;
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
    if (!route?.contentOnly) return route;
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

  return {
    async route(path, look) {
      const route = placed(path);
      return route ? answer(route, lookAt(route, look)) : NOT_FOUND;
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
