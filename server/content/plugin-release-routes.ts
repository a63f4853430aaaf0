import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router } from 'express';
import { z } from 'zod';
import type { Config } from '../platform/config/config.ts';
import { PROJECT_ROOT } from '../platform/root.ts';
import { PLUGIN_SIGNATURE_HEADER, signResponse } from './rest/signed-request.ts';
import {
  createSignedRoute,
  NO_SHARED_SECRET_MESSAGE,
  type SignedRouteServices,
} from './rest/signed-route.ts';

/** The folder of the build with the companion plugin of this release: `release.json` and `lintel.zip`. */
export const PLUGIN_RELEASE_FOLDER = path.join(PROJECT_ROOT, 'dist/plugin');

const RELEASE_PATH = '/api/content/plugin';
const ZIP_PATH = '/api/content/plugin.zip';

const releaseSchema = z.object({
  version: z.string(),
  /** The oldest versions of WordPress and PHP on which the plugin runs. */
  requires: z.string(),
  requires_php: z.string(),
});

/** The contents of `release.json`, in which the build describes the companion plugin that it has packed. */
export type PluginRelease = z.infer<typeof releaseSchema>;

/**
 * Creates the routes through which the connected WordPress gets updates of the companion plugin: `GET
 * /api/content/plugin` returns `release.json`, and `GET /api/content/plugin.zip` the zip; 404 if there is no build.
 * Both requests must be signed, because only that WordPress may make them. The signature of the response with the zip
 * includes the id of its request.
 */
export function createPluginReleaseRoutes(
  services: SignedRouteServices & {
    config: Pick<Config, 'wordpress'>;
    /** For tests: replaces `PLUGIN_RELEASE_FOLDER`. */
    folder?: string;
  },
): Router {
  const { config, folder = PLUGIN_RELEASE_FOLDER, now } = services;
  const secretOfSite = { secret: () => config.wordpress?.secret, noSecret: NO_SHARED_SECRET_MESSAGE };
  const release = createSignedRoute(
    { method: 'GET', path: RELEASE_PATH, ...secretOfSite },
    services,
    async (_signed, _request, response) => {
      const text = await readIfThere(path.join(folder, 'release.json'));
      if (!text) return response.status(404).json({ error: NO_RELEASE });
      return response.json(releaseSchema.parse(JSON.parse(text.toString())));
    },
  );
  const zip = createSignedRoute(
    { method: 'GET', path: ZIP_PATH, ...secretOfSite },
    services,
    async ({ id, secret }, _request, response) => {
      const body = await readIfThere(path.join(folder, 'lintel.zip'));
      if (!body) return response.status(404).json({ error: NO_RELEASE });
      const signature = signResponse({ route: ZIP_PATH, id, body }, { secret, now: now() });
      return response.set(PLUGIN_SIGNATURE_HEADER, signature).type('application/zip').send(body);
    },
  );
  return Router().use(release, zip);
}

const NO_RELEASE =
  'This server was started without a build, so it has no version of the plugin to offer. Run “npm run build” there.';

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
