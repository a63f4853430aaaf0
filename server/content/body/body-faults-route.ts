import type { Router } from 'express';
import { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';
import {
  createSignedRoute,
  NO_SHARED_SECRET_MESSAGE,
  type SignedRouteServices,
} from '../rest/signed-route.ts';
import type { BodyFaultFinder } from './body-fault-finder.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;
const MAX_TEXTS = 200;
/**
 * Maximum milliseconds until the response. The plugin waits 8 seconds, or 3 seconds before it shows an edit screen. A
 * text that is not checked in time gets null.
 */
const TIMEOUT_MS = 5_000;

const schema = z.object({ texts: z.array(z.string()).max(MAX_TEXTS) });

/**
 * Creates the route by which the companion plugin asks which parts of WordPress's texts visitors do not see. The
 * response has a list of faults for each text, or null.
 */
export function createBodyFaultsRoute(
  services: SignedRouteServices & {
    config: Pick<Config, 'wordpress'>;
    content: { bodyFaults: BodyFaultFinder };
  },
): Router {
  const { config, content } = services;
  const route = {
    method: 'POST',
    path: '/api/content/body-faults',
    maxBytes: MAX_BODY_BYTES,
    secret: () => config.wordpress?.secret,
    noSecret: NO_SHARED_SECRET_MESSAGE,
  } as const;
  return createSignedRoute(route, services, async ({ body }, _request, response) => {
    const asked = readTexts(body);
    if (!asked) return response.status(400).json({ code: 'unreadable', error: UNREADABLE });
    const faults = await content.bodyFaults.check(asked.texts, performance.now() + TIMEOUT_MS);
    return response.json({ faults });
  });
}

function readTexts(body: string): z.infer<typeof schema> | null {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

const UNREADABLE = `The request is no JSON with at most ${MAX_TEXTS} texts. Install the companion plugin that belongs to this version of the site.`;
