import type { Logger } from 'pino';
import { nearBlocks, runningBlocks, type FinishedPlacement } from '../../src/builder/placement.ts';
import type { PageDocument } from '../../src/content/types.ts';
import type { AppData } from '../../src/site/frame.ts';
import type { ContentGateway, Frame, HomeLayout, RouteAnswer } from '../content/gateway.ts';
import { assembleDocument } from './assemble-document.ts';
import type { SiteBuild } from './site-build.ts';
import { structuredData } from './structured-data.ts';

interface RenderOptions {
  gateway: ContentGateway;
  build: SiteBuild;
  log: Logger;
  origin: string;
  showFaults: boolean;
  /** What the browser learns of the settings. */
  settings: Pick<AppData, 'measurementId' | 'leadEndpoint' | 'proofOfWork'>;
}

interface Route {
  /** Path with query, as the browser will see it. */
  address: string;
  path: string;
  layout?: HomeLayout;
  /** Where forms stand, when the document answers a post. */
  forms?: AppData['forms'];
}

/** A rendered page and the inline styles its policy must allow. */
export interface RenderedDocument {
  html: string;
  styles: readonly string[];
}

/** Renders what a route answered. A view that throws is replaced by its built-in content, or left out. */
export async function renderDocument(
  { gateway, build, log, origin, showFaults, settings }: RenderOptions,
  route: Route,
  answer: RouteAnswer,
  frame: Frame,
): Promise<RenderedDocument> {
  const entry = await build.entry();
  await entry.loadViews(gateway.blocks.keys());
  const page = answer.status === 200 ? answer.document : null;
  const dataFor = (document: PageDocument | null): AppData => ({
    document,
    frame,
    origin,
    year: new Date().getFullYear(),
    showFaults,
    ...settings,
    ...(route.forms ? { forms: route.forms } : {}),
    nearViews: viewsOf(nearBlocks(document?.placements ?? []), build),
  });

  let data = dataFor(page);
  let rendered = entry.renderPage(data, route.address);
  // React marks a boundary whose content threw; only then is it worth looking for the culprit.
  if (page && rendered.html.includes('<!--$!-->')) {
    const throws = (placement: FinishedPlacement) => {
      const error = entry.viewError(data, placement);
      if (error === null) return false;
      const { block, key } = placement;
      log.error({ event: 'block-fault', kind: 'view-threw', block, key, path: route.path, err: error });
      return true;
    };
    const options = route.layout === undefined ? {} : { layout: route.layout };
    const placements = page.placements.flatMap((placement) => {
      if (!throws(placement)) return [placement];
      const builtIn = gateway.builtIn(route.path, placement.key, options);
      return builtIn && !throws(builtIn) ? [builtIn] : [];
    });
    data = dataFor({ ...page, placements });
    rendered = entry.renderPage(data, route.address);
  }

  const html = assembleDocument({
    ...rendered,
    data,
    fonts: entry.fontFiles,
    fontFaces: entry.fontFaces,
    scripts: build.scripts,
    application: build.applicationFiles(),
    views: build.viewFiles(
      runningBlocks(data.document?.placements ?? [], new Set(Object.keys(data.forms ?? {}))),
    ),
    resending: build.resendingFiles(),
    structuredData: data.document
      ? structuredData(data.document, frame.settings, origin, gateway.blocks, log)
      : [],
  });
  return { html, styles: [entry.fontFaces, rendered.css] };
}

/** What each block's view needs besides the application. */
function viewsOf(blocks: Iterable<string>, build: SiteBuild): Record<string, string[]> {
  const application = new Set(build.applicationFiles());
  return Object.fromEntries(
    [...new Set(blocks)].map((block) => [
      block,
      build.viewFiles([block]).filter((file) => !application.has(file)),
    ]),
  );
}
