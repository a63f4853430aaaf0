import express, { Router, type RequestHandler } from 'express';
import { z } from 'zod';
import { isChangingSource } from '../../../src/contracts/operators/wordpress-connection-calls.ts';
import {
  checkSignedRequest,
  MAX_CLOCK_DIFFERENCE_MS,
  SIGNATURE_HEADER,
} from '../../content/rest/signed-request.ts';
import type { Config } from '../../platform/config/config.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { limitedBody } from '../../platform/security/limited-body.ts';
import { ApiError } from '../api/api-error.ts';
import { createSiteConnection, type SiteConnectionOptions } from './site-connection.ts';

interface Options extends Omit<SiteConnectionOptions, 'config'> {
  config: Pick<Config, 'wordpress' | 'publicUrl'>;
}

/** The path at which the companion plugin finds the site, follows the connection and acts on it. */
const PATH = '/api/content/connection';
const STATE_PATH = `${PATH}/state`;
const MAX_BODY_BYTES = 4 * 1024;

const actionSchema = z.object({
  action: z.enum(['move', 'stop', 'use', 'end']),
  /** The name of the person in WordPress, for the audit log. */
  by: z.string().trim().min(1).max(200),
});

const NO_SECRET =
  'This site is not connected to this WordPress. Disconnect, then connect again; or finish “Connect by hand”.';

/**
 * Creates the routes for the connection tab of the companion plugin. All but the first require a signature with the shared
 * secret, so they are about the WordPress that has it.
 */
export function createPluginRoutes(options: Options): Router {
  const { config, source, now } = options;
  const connection = createSiteConnection(options);
  const router = Router();
  /** The ids of signed requests that are still valid, with the time at which they end, so that none is accepted twice. */
  const accepted = new Map<string, number>();

  const signed =
    (method: 'GET' | 'POST', route: string): RequestHandler =>
    async (request, response, next) => {
      response.set('Cache-Control', 'no-store');
      const secret =
        source === 'environment' ? config.wordpress?.secret : (await connection.stored())?.wordpress.secret;
      if (!secret) return void response.status(404).json({ code: 'no-secret', error: NO_SECRET });
      const raw: unknown = request.body;
      const body = Buffer.isBuffer(raw) ? raw.toString() : '';
      const parts = { method, route, body };
      const checked = checkSignedRequest(request.get(SIGNATURE_HEADER), parts, { secret, now: now() });
      if ('error' in checked) return void response.status(401).json(checked);
      for (const [id, until] of accepted) if (until < now()) accepted.delete(id);
      if (accepted.has(checked.id)) {
        return void response.status(409).json({ error: 'This request was received before. Try again.' });
      }
      accepted.set(checked.id, now() + 2 * MAX_CLOCK_DIFFERENCE_MS);
      next();
    };

  // Public: it says only that a site of this kind answers, and where its operators sign in.
  router.get(PATH, (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ lintel: true, url: config.publicUrl });
  });

  router.get(STATE_PATH, signed('GET', STATE_PATH), async (_request, response) => {
    const state = await connection.state();
    response.json({
      source: state.source,
      changing: isChangingSource(state),
      fault: state.connection?.fault ?? null,
      move: state.move,
    });
  });

  const read = limitedBody(express.raw, { type: () => true, limit: MAX_BODY_BYTES, inflate: false });
  router.post(PATH, read, signed('POST', PATH), async (request, response) => {
    const given = actionSchema.safeParse(parsed(request.body));
    if (!given.success) return void response.status(400).json({ error: 'This request cannot be read.' });
    const { action, by } = given.data;
    const actor = { id: null, name: `${by} in WordPress`, requestId: requestIdOf(request, response) };
    try {
      if (source === 'environment') throw new ApiError(409, BY_ENVIRONMENT);
      if (action === 'move') await connection.move(actor);
      else if (action === 'use') await connection.use(true, actor);
      else if (action === 'end') await connection.forget(actor);
      else connection.stopMove();
      response.json({ ok: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      response.status(error.status).json({ error: error.message });
    }
  });

  return router;
}

function parsed(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? JSON.parse(body.toString()) : null;
  } catch {
    return null;
  }
}

const BY_ENVIRONMENT =
  'The connection of this site is set by the environment variables of its server. Change them there.';
