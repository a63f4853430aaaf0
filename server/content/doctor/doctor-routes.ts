import { Router } from 'express';
import type { Config } from '../../platform/config.ts';
import { CLOCKS_APART, isWordPressSignature } from '../wordpress-signature.ts';
import type { Doctor } from './doctor.ts';

const PATH = '/api/content/doctor';

/** Serves the results of the checks to the companion plugin, which signs its request with the shared secret. */
export function doctorRoutes({
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
    const time = request.get('X-Lintel-Time') ?? '';
    const isNow = /^\d{1,12}$/.test(time) && Math.abs(now() - Number(time) * 1000) <= CLOCKS_APART;
    const signature = request.get('X-Lintel-Signature') ?? '';
    if (!isNow || !isWordPressSignature(signature, `GET ${PATH}\n${time}`, secret)) {
      response.status(401).json({
        error:
          'The signature is wrong. Use the same secret in WordPress and in WORDPRESS_WEBHOOK_SECRET, and set both clocks.',
      });
      return;
    }
    response.json(doctor.report());
  });
  return router;
}
