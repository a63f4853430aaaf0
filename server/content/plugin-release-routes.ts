import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Router, type Request, type Response } from 'express';
import { z } from 'zod';
import type { Config } from '../platform/config/config.ts';
import { ROOT } from '../platform/root.ts';
import { checkSignedRequest, SIGNATURE_HEADER, signResponse } from './rest/signed-request.ts';

/** The folder of the build with the companion plugin of this release: `release.json` and `lintel.zip`. */
export const PLUGIN_RELEASE_FOLDER = path.join(ROOT, 'dist/plugin');

const RELEASE_PATH = '/api/content/plugin';
const ZIP_PATH = '/api/content/plugin.zip';

const releaseSchema = z.object({
  version: z.string(),
  /** The oldest versions of WordPress and PHP that it runs on. */
  requires: z.string(),
  requires_php: z.string(),
});

/** What the build says about the companion plugin that it has packed. */
export type PluginRelease = z.infer<typeof releaseSchema>;

/**
 * Serves the companion plugin of this release to the connected WordPress, which offers it as an update. Both requests must
 * be signed, because version numbers are not public. The zip is signed for the request that asks for it.
 */
export function createPluginReleaseRoutes({
  config,
  folder = PLUGIN_RELEASE_FOLDER,
  now = Date.now,
}: {
  config: Pick<Config, 'wordpress'>;
  /** For tests: another build. */
  folder?: string;
  now?: () => number;
}): Router {
  const router = Router();

  /** Returns the secret and the id of a request; null if it was refused. */
  function accepted(request: Request, response: Response, route: string) {
    response.set('Cache-Control', 'no-store');
    const secret = config.wordpress?.secret;
    if (!secret) {
      response.status(503).json({ error: NO_SECRET });
      return null;
    }
    const checked = checkSignedRequest(
      request.get(SIGNATURE_HEADER),
      { method: 'GET', route },
      { secret, now: now() },
    );
    if ('id' in checked) return { secret, id: checked.id };
    response.status(401).json(checked);
    return null;
  }

  router.get(RELEASE_PATH, async (request, response) => {
    if (!accepted(request, response, RELEASE_PATH)) return;
    const text = await readIfThere(path.join(folder, 'release.json'));
    if (text) response.json(releaseSchema.parse(JSON.parse(text.toString())));
    else response.status(404).json({ error: NO_RELEASE });
  });

  router.get(ZIP_PATH, async (request, response) => {
    const asked = accepted(request, response, ZIP_PATH);
    if (!asked) return;
    const body = await readIfThere(path.join(folder, 'lintel.zip'));
    if (!body) {
      response.status(404).json({ error: NO_RELEASE });
      return;
    }
    response.set(
      SIGNATURE_HEADER,
      signResponse({ route: ZIP_PATH, id: asked.id, body }, { ...asked, now: now() }),
    );
    response.type('application/zip').send(body);
  });
  return router;
}

const NO_SECRET = 'This site has no WORDPRESS_WEBHOOK_SECRET. Set it, and restart.';
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
