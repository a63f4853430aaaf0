import type { Logger } from 'pino';
import { lazyBlockIds, eagerBlockIds, type ResolvedPlacement } from '../../../src/contracts/placement.ts';
import type { PageDocument } from '../../../src/contracts/content.ts';
import type { PostedFormState } from '../../../src/contracts/leads/form-state.ts';
import type { AppData } from '../../../src/contracts/app-data.ts';
import type { Config } from '../../platform/config/config.ts';
import type { HomeLayoutName } from '../../content/resolve/choose-layout.ts';
import type { Content } from '../../content/content.ts';
import type { FoundPageResponse } from '../../content/resolve/resolve-page.ts';
import type { SettingsAndMenus } from '../../content/snapshot/snapshot.ts';
import { createEventLoopYield } from '../../platform/async/event-loop-yield.ts';
import { yearInTimeZone } from '../../platform/site-days.ts';
import { assembleDocument, serializeJsonForScript } from './assemble-document.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { EntryServer, SiteBuild } from './site-build.ts';
import { pageStructuredData } from './page-structured-data.ts';

export interface PageRendererOptions {
  config: Config;
  content: Content;
  build: SiteBuild;
  log: Logger;
  /** The site's public origin. */
  origin: () => string;
}

/** A page to render, with its menus and settings. */
export interface RenderRequest {
  path: string;
  /** Null for the not-found page. */
  found: FoundPageResponse | null;
  frame: SettingsAndMenus;
  layout?: HomeLayoutName | undefined;
  /** The state of forms by placement key, if the document answers a post. */
  forms?: Readonly<Record<string, PostedFormState>>;
}

/** A complete HTML document, ready to be sent. */
export interface RenderedDocument {
  html: string;
  /** The document's Content-Security-Policy. */
  policy: string;
}

/** Renders documents: React's HTML, the data for hydration, the head, the scripts and the policy. */
export type PageRenderer = (request: RenderRequest) => Promise<RenderedDocument>;

/** Creates the renderer of pages. A block whose view throws shows built-in content or is left out. */
export function createPageRenderer({
  config,
  content,
  build,
  log,
  origin,
}: PageRendererOptions): PageRenderer {
  function dataOf(document: PageDocument | null, { frame, forms }: RenderRequest): AppData {
    return {
      document,
      frame,
      origin: origin(),
      year: yearInTimeZone(Date.now(), frame.settings.site.timeZone),
      showFaults: config.dev,
      measurementId: config.measurementId,
      leadEndpoint: config.leads.endpoint,
      ...(forms ? { forms } : {}),
      nearViews: viewsOf(document?.placements ?? [], build),
    };
  }

  /**
   * Returns the document with each placement whose view throws replaced by its built-in content, or left out. Logs the
   * errors. `failed` has the keys of the placements whose views threw in the first rendering.
   */
  async function withoutFailed(
    document: PageDocument,
    failed: ReadonlySet<string>,
    request: RenderRequest,
    entry: EntryServer,
  ): Promise<PageDocument> {
    const data = dataOf(document, request);
    const throws = (placement: ResolvedPlacement) => {
      const error = entry.findViewError(data, placement);
      if (error === null) return false;
      const { block, key } = placement;
      log.error({ event: 'block-fault', kind: 'view-threw', block, key, path: request.path, err: error });
      return true;
    };
    const placements: ResolvedPlacement[] = [];
    for (const placement of document.placements) {
      if (!failed.has(placement.key) || !throws(placement)) {
        placements.push(placement);
        continue;
      }
      const builtIn = await content.builtInPlacement(request.path, placement.key, request.layout);
      if (builtIn && !throws(builtIn)) placements.push(builtIn);
    }
    return { ...document, placements };
  }

  return async (request) => {
    const { path, found, frame, layout } = request;
    const nextTurn = createEventLoopYield();
    const entry = await build.entry();
    await entry.loadViews(content.blocks.keys());
    const address = addressOf(path, layout, found?.query ?? '');
    let data = dataOf(found?.document ?? null, request);
    let rendered = entry.renderPage(data, address);
    if (found && rendered.failed.size > 0) {
      data = dataOf(await withoutFailed(found.document, rendered.failed, request, entry), request);
      rendered = entry.renderPage(data, address);
    }
    await nextTurn();
    const placements = data.document?.placements ?? [];
    const dataJson = serializeJsonForScript(data);
    await nextTurn();
    const html = assembleDocument({
      ...rendered,
      data,
      dataJson,
      fonts: entry.preloadedFontUrls,
      fontFaces: entry.fontFaces,
      scripts: build.scripts,
      application: build.applicationFiles(),
      // A form that shows the response to a post runs with the application, which has the posted data.
      islands: data.forms ? [] : build.islandFiles(),
      views: build.viewFiles(eagerBlockIds(placements, new Set(Object.keys(data.forms ?? {})))),
      reportsVisit: config.cdn !== null,
      resending: build.resendingFiles(),
      vitals: build.vitalsFiles(),
      structuredData: data.document
        ? pageStructuredData(data.document, frame.settings, origin(), content.blocks, log)
        : [],
    });
    const policy = contentSecurityPolicy({
      styles: [entry.fontFaces, rendered.css],
      analytics: config.measurementId !== null,
      dev: config.dev,
      secure: origin().startsWith('https:'),
    });
    return { html, policy };
  };
}

/** Returns the URL for rendering: the path, the requested layout, and the part of the query that the page uses. */
function addressOf(path: string, layout: HomeLayoutName | undefined, query: string): string {
  const parameters = [...(layout ? [`layout=${layout}`] : []), ...(query === '' ? [] : [query])];
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

/**
 * Returns the files of each view that is loaded only when the visitor scrolls near it, by block id. Leaves out files
 * that every page or form loads anyway.
 */
function viewsOf(placements: readonly ResolvedPlacement[], build: SiteBuild): Record<string, string[]> {
  const before = new Set([...build.scripts, ...build.islandFiles()]);
  return Object.fromEntries(
    [...new Set(lazyBlockIds(placements))].map((block) => [
      block,
      build.viewFiles([block]).filter((file) => !before.has(file)),
    ]),
  );
}
