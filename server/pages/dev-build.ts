import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { EntryServer, SiteBuild } from './site-build.ts';

/** What the server itself reads of a block, and the file whose change makes `npm run dev` start it anew. */
const BLOCK = /[\\/]blocks[\\/][^\\/]+[\\/]block\.ts$/;
const MAIN = path.join(import.meta.dirname, '../main.ts');

/** The site as Vite serves it while someone works on it: nothing is built, everything follows the files. */
export function devBuild(vite: ViteDevServer): SiteBuild {
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr))
    throw new Error('Vite has no environment that can render here.');
  let version = 0;
  vite.watcher.on('all', (_event, file) => {
    version += 1;
    if (BLOCK.test(file)) void utimes(MAIN, new Date(), new Date());
  });
  return {
    entry: () => ssr.runner.import<EntryServer>('/src/entry-server.tsx'),
    scripts: ['/@id/@vitejs/plugin-react/preamble', '/@vite/client', '/src/loader.ts'],
    loaderFiles: () => [],
    applicationFiles: () => ['/src/entry-client.tsx'],
    viewFiles: () => [],
    resendingFiles: () => ['/src/leads/resend-stored-leads.ts'],
    version: () => version,
  };
}
