import { AppError } from './platform/app-error.ts';
import { readConfig, type Config } from './platform/config/config.ts';
import { loadEnvironment } from './platform/config/load-environment.ts';

/** `npm run dev`: runs the server from its sources. In mock mode, Vite serves the site without the server. */
const config = mockConfig();
if (config) {
  const { startMockSite } = await import('./mock-site.ts');
  const vite = await startMockSite(config);
  const exit = () => process.exit();
  const stop = () => {
    vite.close().then(exit, exit);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.stdout.write(`Mock mode, without our server: listening on ${vite.resolvedUrls?.local[0] ?? ''}\n`);
} else {
  await import('./main.ts');
}

/**
 * Loads the settings from the `.env` files, and returns the config in mock mode, otherwise null. Also returns null for
 * invalid settings: `main.ts` then prints what is wrong.
 */
function mockConfig(): Config | null {
  try {
    loadEnvironment();
    const read = readConfig(process.env, { dev: true });
    return read.mockMode ? read : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
