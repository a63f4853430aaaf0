import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { msw } from 'msw/vite';
import { createServer, type Plugin, type ViteDevServer } from 'vite';
import type { MockContentFile } from '../src/dev/mock-handlers.ts';
import { createContent, type Content } from './content/content.ts';
import { toRestMenu, toRestPage, toRestPost, toRestSiteData } from './content/rest-response.ts';
import { restartOnBlockChange } from './pages/render/dev-build.ts';
import type { Config } from './platform/config/config.ts';
import { createLogger } from './platform/logging/create-logger.ts';
import { PROJECT_ROOT } from './platform/root.ts';
import { runInBackground } from './platform/async/run-in-background.ts';

/** High enough for one file to contain every post, because the browser paginates them. */
const ALL_POSTS = 10_000;
const LAYOUTS = ['content', 'lead-capture'] as const;

const DOCUMENT = `<!doctype html><html lang="en-US"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Mock mode</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml"></head>
<body><div id="root"></div><script type="module" src="/src/dev/entry-mock.tsx"></script></body></html>`;

/**
 * Starts the site without the server: Vite serves the sources, and MSW's service worker answers the content and form
 * requests. The content comes from `fixtures/`, and the server's own code resolves it.
 */
export async function startMockSite(config: Config): Promise<ViteDevServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-mock-'));
  const log = createLogger(config.logLevel);
  const content = await createContent({
    // A separate folder, because another server may be using the configured one.
    config: { ...config, dataDir, databaseUrl: null },
    log,
  });
  const vite = await createServer({
    root: PROJECT_ROOT,
    appType: 'custom',
    plugins: [msw({ mode: 'worker-only' }), sampleContent(content)],
    optimizeDeps: { entries: ['src/dev/entry-mock.tsx', 'blocks/*/view.tsx'] },
    server: { host: config.host, port: config.port, strictPort: true },
  });
  restartOnBlockChange(vite);
  vite.httpServer?.once('close', () => {
    runInBackground(log, 'mock-site-not-closed', async () => {
      await content.close();
      await rm(dataDir, { recursive: true, force: true });
    });
  });
  return vite.listen();
}

/** A Vite plugin that serves the HTML document, and the content for the MSW handlers. */
function sampleContent(content: Content): Plugin {
  return {
    name: 'sample-content',
    configureServer: (vite) => {
      vite.middlewares.use('/mock/content.json', (_request, response, next) => {
        sampleFile(content).then((file) => sendJson(response, file), next);
      });
      vite.middlewares.use('/mock/document.json', (request, response, next) => {
        const { searchParams } = new URL(request.url ?? '', 'http://localhost');
        documentAt(content, searchParams).then((document) => sendJson(response, document), next);
      });
      // Vite calls this after it has added its own middleware, so a request that gets here is for a page, not a file.
      return () => {
        vite.middlewares.use((request, response, next) => {
          const address = request.originalUrl ?? '/';
          vite.transformIndexHtml(address, DOCUMENT).then((html) => {
            response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html);
          }, next);
        });
      };
    },
  };
}

async function sampleFile(content: Content): Promise<MockContentFile> {
  const snapshot = content.snapshot();
  const site = content.siteData();
  if (!snapshot || !site) throw new Error('There is no built-in content.');
  const pages = await Promise.all(
    [...content.builtIn.paths.keys()].map(async (slug) => {
      const answer = (await content.resolve({ path: `/wp/${slug}` }, { own: true }))?.answer;
      return answer?.status === 200 ? [toRestPage(answer.page(), answer.document)] : [];
    }),
  );
  return {
    settings: snapshot.settings,
    pages: pages.flat(),
    posts: ((await content.posts({ perPage: ALL_POSTS })) ?? []).map(toRestPost),
    menus: { primary: toRestMenu(snapshot.menu('primary')), footer: toRestMenu(snapshot.menu('footer')) },
    site: toRestSiteData(site),
  };
}

async function documentAt(content: Content, query: URLSearchParams) {
  const layout = LAYOUTS.find((each) => each === query.get('layout'));
  const request = { path: query.get('path') ?? '/', query: query.get('query') ?? '' };
  const resolve = async (at: typeof request) =>
    (await content.resolve({ ...at, ...(layout && { layout }) }))?.answer;
  const given = await resolve(request);
  const answer = given?.status === 301 ? await resolve({ ...request, path: given.to }) : given;
  return answer?.status === 200 ? answer.document : null;
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
}
