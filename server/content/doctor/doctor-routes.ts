import { Router } from 'express';
import type { Config } from '../../platform/config/config.ts';
import { checkSignedRequest, SIGNATURE_HEADER } from '../rest/signed-request.ts';
import type { Doctor } from './doctor.ts';

const PATH = '/api/content/doctor';

/** Serves the results of the checks to the companion plugin, which signs its request with the shared secret. */
export function createDoctorRoutes({
  config,
  doctor,
  now = Date.now,
}: {
  config: Pick<Config, 'wordpress'>;
  doctor: Doctor;
  now?: () => number;
}): Router {
  const router = Router();
  router.get(PATH, (request, response) => {
    response.set('Cache-Control', 'no-store');
    const secret = config.wordpress?.secret;
    if (!secret) {
      response.status(503).json({ error: 'This site has no WORDPRESS_WEBHOOK_SECRET. Set it, and restart.' });
      return;
    }
    const parts = { method: 'GET', route: PATH };
    const checked = checkSignedRequest(request.get(SIGNATURE_HEADER), parts, { secret, now: now() });
    if ('error' in checked) {
      response.status(401).json(checked);
      return;
    }
    response.json(doctor.report());
  });
  return router;
}
