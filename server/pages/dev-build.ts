import { isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { EntryServer, SiteBuild } from './site-build.ts';

/** The site as Vite serves it while someone works on it: nothing is built, everything follows the files. */
export function devBuild(vite: ViteDevServer): SiteBuild {
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr))
    throw new Error('Vite has no environment that can render here.');
  let version = 0;
  vite.watcher.on('all', () => {
    version += 1;
  });
  return {
    entry: () => ssr.runner.import<EntryServer>('/src/entry-server.tsx'),
    scripts: ['/@id/@vitejs/plugin-react/preamble', '/@vite/client', '/src/loader.ts'],
    loaderFiles: () => [],
    applicationFiles: () => ['/src/entry-client.tsx'],
    viewFiles: () => [],
    version: () => version,
  };
}
