import type { Request } from 'express';
import type { Logger } from 'pino';
import type { FormState } from '../../src/leads/form-state.ts';
import type { Config } from '../config.ts';
import type { ContentGateway, Frame, HomeLayout, RouteAnswer } from '../content/gateway.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { renderDocument } from './render-document.ts';
import type { SiteBuild } from './site-build.ts';

/** What pages are made with. */
export interface PageOptions {
  config: Config;
  gateway: ContentGateway;
  build: SiteBuild;
  log: Logger;
  /** The address visitors use, without a path. */
  origin: () => string;
}

/** The answers that are shown as a page. */
export type PageAnswer = Extract<RouteAnswer, { status: 200 | 404 }>;

/** What a request for a page is answered with, and how it was asked. */
export interface AskedPage {
  layout: HomeLayout | undefined;
  /** As given, without the question mark. */
  query: string;
  answer: RouteAnswer;
  frame: Frame;
  imageOrigins: readonly string[];
}

/** Reads what a page's address asks for, whatever the method. */
export async function askedPage(gateway: ContentGateway, request: Request): Promise<AskedPage> {
  const layout = layoutOf(request);
  const query = queryOf(request);
  const [answer, frame, imageOrigins] = await Promise.all([
    gateway.route(request.path, { ...(layout ? { layout } : {}), ...(query === '' ? {} : { query }) }),
    gateway.frame(),
    gateway.imageOrigins(),
  ]);
  return { layout, query, answer, frame, imageOrigins };
}

/** A page as it is sent. */
export interface MadePage {
  html: string;
  /** Its Content-Security-Policy. */
  policy: string;
}

/** Renders pages. `path` is where the page stands; `forms` says where its forms stand when it answers a post. */
export function pageMaker({ config, gateway, build, log, origin }: PageOptions) {
  return async (
    path: string,
    { layout, frame, imageOrigins }: Pick<AskedPage, 'layout' | 'frame' | 'imageOrigins'>,
    answer: PageAnswer,
    forms?: Readonly<Record<string, FormState>>,
  ): Promise<MadePage> => {
    const query = answer.status === 200 ? answer.query : undefined;
    const { html, styles } = await renderDocument(
      {
        gateway,
        build,
        log,
        origin: origin(),
        showFaults: config.dev,
        settings: {
          measurementId: config.measurementId,
          leadEndpoint: config.leads.endpoint,
          proofOfWork: config.leads.proofOfWork,
        },
      },
      {
        path,
        address: addressOf(path, layout, query),
        ...(layout ? { layout } : {}),
        ...(forms ? { forms } : {}),
      },
      answer,
      frame,
    );
    const policy = contentSecurityPolicy({
      styles,
      imageOrigins: [...imageOrigins, ...config.imageOrigins],
      analytics: config.measurementId !== null,
      dev: config.dev,
      secure: origin().startsWith('https:'),
    });
    return { html, policy };
  };
}

/** The path with what of its query the page was made with: the browser reads the same. */
function addressOf(path: string, layout: HomeLayout | undefined, query: string | undefined): string {
  const parameters = [...(layout ? [`layout=${layout}`] : []), ...(query === undefined ? [] : [query])];
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

function queryOf(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? '' : request.originalUrl.slice(at + 1);
}

/** The layout someone wants to look at: only the home page has a choice. */
function layoutOf(request: Request): HomeLayout | undefined {
  const { layout } = request.query;
  return request.path === '/' && (layout === 'content' || layout === 'lead-capture') ? layout : undefined;
}
