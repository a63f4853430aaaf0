import { Router, type Request, type RequestHandler } from 'express';
import { OPERATOR_DATA_ID, type OperatorData } from '../../src/operator/operator-data.ts';
import { screens } from '../../src/operator/screen-list.ts';
import type { Config } from '../config.ts';
import type { ContentGateway } from '../content/gateway.ts';
import { contentSecurityPolicy } from '../pages/content-security-policy.ts';
import { embedJson } from '../pages/embed-json.ts';
import type { SiteBuild } from '../pages/site-build.ts';

interface Options {
  config: Config;
  gateway: ContentGateway;
  build: SiteBuild;
  origin: () => string;
  /** Lets signed-in operators through and sends everyone else to the sign-in page. */
  signedIn: RequestHandler;
}

/** The document of every operators' screen: empty but for what starts the application. Never kept, never indexed. */
export function operatorPages({ config, gateway, build, origin, signedIn }: Options): Router {
  const router = Router();
  const send: RequestHandler = async (request: Request, response) => {
    const { settings } = await gateway.frame();
    const data: OperatorData = {
      origin: origin(),
      siteName: settings.site.name,
      agentName: settings.agent.name,
      timeZone: settings.site.timeZone,
    };
    response.set({
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'same-origin',
      // Stricter ones would cut the pop-up of the CRM's consent off from the page that opened it.
      'Cross-Origin-Opener-Policy': request.path.startsWith('/oauth/')
        ? 'unsafe-none'
        : 'same-origin-allow-popups',
      'Content-Security-Policy': contentSecurityPolicy({
        styles: [],
        analytics: false,
        imageOrigins: [],
        dev: config.dev,
        secure: origin().startsWith('https:'),
      }),
    });
    response.type('html').send(documentOf(data, build.operatorScripts));
  };
  for (const screen of screens) {
    router.get(screen.path, ...('open' in screen ? [] : [signedIn]), send);
  }
  return router;
}

function documentOf(data: OperatorData, scripts: readonly string[]): string {
  return [
    '<!doctype html><html lang="en-US"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">',
    '<title>Operators</title><link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...scripts.map((src) => `<script type="module" src="${src}"></script>`),
    '</head><body><div id="root"><noscript>The operators’ screens need JavaScript. Allow it for this site, then reload.</noscript></div>',
    `<script type="application/json" id="${OPERATOR_DATA_ID}">${embedJson(data)}</script>`,
    '</body></html>',
  ].join('');
}
