import { utimes } from 'node:fs/promises';
import path from 'node:path';
import type { ViteDevServer } from 'vite';
import { PROJECT_ROOT } from '../../platform/root.ts';
import type { EntryServer, SiteBuild } from './site-build.ts';

/** Matches the files that define blocks. Touching `MAIN` makes `npm run dev` restart the server. */
const BLOCK = /[\\/]blocks[\\/][^\\/]+[\\/]block\.ts$/;
const MAIN = path.join(PROJECT_ROOT, 'server/main.ts');

/** Creates the development build: Vite serves the sources, so changes to files take effect without a build step. */
export async function createDevBuild(vite: ViteDevServer): Promise<SiteBuild> {
  // Vite is imported only in development.
  const { isRunnableDevEnvironment } = await import('vite');
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr))
    throw new Error('Vite has no environment that can render here.');
  let version = 0;
  vite.watcher.on('all', () => {
    version += 1;
  });
  restartOnBlockChange(vite);
  return {
    entry: () => ssr.runner.import<EntryServer>('/src/entry-server.tsx'),
    scripts: ['/@id/@vitejs/plugin-react/preamble', '/@vite/client', '/src/entry-loader.ts'],
    operatorScripts: [
      '/@id/@vitejs/plugin-react/preamble',
      '/@vite/client',
      '/src/operator/entry-operator.ts',
    ],
    operatorFiles: () => [],
    previewScripts: ['/@id/@vitejs/plugin-react/preamble', '/@vite/client', '/src/preview/entry-preview.tsx'],
    loaderFiles: () => [],
    applicationFiles: () => ['/src/entry-client.tsx'],
    islandFiles: () => [],
    viewFiles: () => [],
    resendingFiles: () => ['/src/leads/resend-stored-leads.ts'],
    vitalsFiles: () => ['/src/entry-vitals.ts'],
    version: () => version,
  };
}

/** Restarts `npm run dev` when a `block.ts` changes, because the process reads the fields of blocks only at startup. */
export function restartOnBlockChange(vite: ViteDevServer): void {
  vite.watcher.on('all', (_event, file) => {
    if (BLOCK.test(file)) utimes(MAIN, new Date(), new Date()).catch(() => {});
  });
}
