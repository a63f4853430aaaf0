import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { isChangingContentSource } from '../../../src/contracts/operators/wordpress-connection-calls.ts';
import { MAX_PLUGIN_CLOCK_SKEW_MS } from '../../content/rest/signed-request.ts';
import { createSignedRoute, type SignedRouteServices } from '../../content/rest/signed-route.ts';
import type { Config } from '../../platform/config/config.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { ApiError } from '../api/api-error.ts';
import { createSiteConnection, type SiteConnectionOptions } from './site-connection.ts';

interface Options extends Omit<SiteConnectionOptions, 'config'>, SignedRouteServices {
  config: Pick<Config, 'wordpress' | 'publicUrl'>;
}

/** Base path of the companion plugin's requests about the connection. */
const PATH = '/api/content/connection';
const STATE_PATH = `${PATH}/state`;
const MAX_BODY_BYTES = 4 * 1024;
const MAX_REMEMBERED_ACTIONS = 1_000;

const actionSchema = z.object({
  action: z.enum(['move', 'stop', 'use', 'end']),
  /** The name of the person in WordPress, for the audit log. */
  by: z.string().trim().min(1).max(200),
});

const NO_SECRET =
  'This site is not connected to this WordPress. Disconnect, then connect again; or finish “Connect by hand”.';

/**
 * Creates the routes for the connection tab of the companion plugin. All except `GET /api/content/connection` require
 * a signature with the shared secret, so that only the connected WordPress can use them.
 */
export function createPluginConnectionRoutes(options: Options): Router {
  const { config, source, now } = options;
  const connection = createSiteConnection(options);
  const secretOfPlugin = {
    secret: async () =>
      source === 'environment' ? config.wordpress?.secret : (await connection.stored())?.wordpress.secret,
    noSecret: NO_SECRET,
  };
  /** The ids of requests whose signatures are still valid, so that no action is carried out twice. */
  const accepted = new LRUCache<string, true>({
    max: MAX_REMEMBERED_ACTIONS,
    ttl: 2 * MAX_PLUGIN_CLOCK_SKEW_MS,
    perf: { now },
  });

  const state = createSignedRoute(
    { method: 'GET', path: STATE_PATH, ...secretOfPlugin },
    options,
    async (_signed, _request, response) => {
      const found = await connection.state();
      response.json({
        source: found.source,
        changing: isChangingContentSource(found),
        fault: found.connection?.fault ?? null,
        move: found.move,
      });
    },
  );

  const act = createSignedRoute(
    { method: 'POST', path: PATH, maxBytes: MAX_BODY_BYTES, ...secretOfPlugin },
    options,
    async ({ id, body }, request, response) => {
      if (accepted.has(id)) {
        return response.status(409).json({ error: 'This request was received before. Try again.' });
      }
      accepted.set(id, true);
      const given = actionSchema.safeParse(parsed(body));
      if (!given.success) return response.status(400).json({ error: 'This request cannot be read.' });
      const { action, by } = given.data;
      const actor = { id: null, name: `${by} in WordPress`, requestId: requestIdOf(request, response) };
      try {
        if (source === 'environment') throw new ApiError(409, BY_ENVIRONMENT);
        if (action === 'move') await connection.move(actor);
        else if (action === 'use') await connection.use(true, actor);
        else if (action === 'end') await connection.forget(actor);
        else connection.stopMove();
        return response.json({ ok: true });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return response.status(error.status).json({ error: error.message });
      }
    },
  );

  const router = Router();
  // Public: the response only says that this software runs here, and what the site's public URL is.
  router.get(PATH, (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ lintel: true, url: config.publicUrl });
  });
  return router.use(state, act);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

const BY_ENVIRONMENT =
  'The connection of this site is set by the environment variables of its server. Change them there.';
