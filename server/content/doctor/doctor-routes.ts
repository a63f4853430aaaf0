import type { Router } from 'express';
import type { Config } from '../../platform/config/config.ts';
import {
  createSignedRoute,
  NO_SHARED_SECRET_MESSAGE,
  type SignedRouteServices,
} from '../rest/signed-route.ts';
import type { Doctor } from './doctor.ts';

/** Creates the signed route from which the companion plugin reads the results of the checks. */
export function createDoctorRoutes(
  services: SignedRouteServices & { config: Pick<Config, 'wordpress'>; doctor: Doctor },
): Router {
  const { config, doctor } = services;
  const route = {
    method: 'GET',
    path: '/api/content/doctor',
    secret: () => config.wordpress?.secret,
    noSecret: NO_SHARED_SECRET_MESSAGE,
  } as const;
  return createSignedRoute(route, services, (_signed, _request, response) => {
    response.json(doctor.report());
  });
}
