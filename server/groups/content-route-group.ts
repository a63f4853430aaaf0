import { Router } from 'express';
import type { Logger } from 'pino';
import type { RateLimitStoreFactory } from '../database/state/rate-limit-store.ts';
import { decodedPath } from '../content/paths/page-paths.ts';
import { createCaptionRoutes } from '../media/caption-routes.ts';
import { createPictureRoutes } from '../media/picture-routes.ts';
import type { Config } from '../platform/config/config.ts';
import type { SetCachingHeaders } from '../platform/caching-headers.ts';
import { createBodyFaultsRoute } from '../content/body/body-faults-route.ts';
import { createChangeNoticeRoutes } from '../content/change-notice-routes.ts';
import type { Content } from '../content/content.ts';
import { createDoctorRoutes } from '../content/doctor/doctor-routes.ts';
import type { Doctor } from '../content/doctor/doctor.ts';
import { createPluginReleaseRoutes } from '../content/plugin-release-routes.ts';
import { SECTIONS_PATH, createSectionsRoute } from '../content/sections-route.ts';

interface Services {
  config: Config;
  content: Content;
  doctor: Doctor;
  /** Creates the store for a named rate limit. Call it once per name, because stores in memory do not share counts. */
  limits: RateLimitStoreFactory;
  setCaching: SetCachingHeaders;
  log: Logger;
  /** Renders the pages that have changed. */
  refreshPages: () => Promise<void>;
  now: () => number;
}

/** Creates the routes that the companion plugin calls, and the routes of pictures and captions. */
export function createContentRouteGroup(services: Services): Router {
  const { content, refreshPages } = services;
  const render = async () => {
    await refreshPages();
    // Pages that were rendered before all of their HTML was sanitized are rendered again.
    await content.htmlSettled();
    await refreshPages();
  };
  const router = Router();
  router.use(
    createChangeNoticeRoutes({ ...services, render }),
    createBodyFaultsRoute(services),
    createDoctorRoutes(services),
    createPluginReleaseRoutes(services),
    createPictureRoutes(content.pictures, services),
    createCaptionRoutes(
      content.files,
      (path) => content.snapshot()?.mediaAt(decodedPath(path))?.url ?? null,
      services.setCaching,
    ),
  );
  router.get(SECTIONS_PATH, createSectionsRoute(content));
  return router;
}
