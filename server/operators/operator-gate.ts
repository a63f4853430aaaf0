import { Router, type RequestHandler } from 'express';
import type { OperatorGuard } from './require-operator.ts';

/** Everything below these paths is the operators', whatever is mounted there one day. */
const PAGES = ['/admin', '/oauth', '/webhooks'] as const;
const APIS = [
  '/api/admin',
  '/api/operators',
  '/api/oauth',
  '/api/ghl',
  '/api/leads/ghl',
  '/api/webhooks',
] as const;

/** Open on purpose (decision 11): each shows nothing secret, or has a proof of its own. */
const OPEN_ROUTES = [
  { method: 'get', path: '/oauth/success' },
  { method: 'get', path: '/oauth/error' },
  { method: 'get', path: '/webhooks/ghl/test' },
  /** Needs its `state`. */
  { method: 'get', path: '/api/oauth/callback' },
  /** Needs its signature. */
  { method: 'post', path: '/api/webhooks/ghl' },
  { method: 'post', path: '/api/operators/sign-in' },
  /** Need the link's token. */
  { method: 'post', path: '/api/operators/link' },
  { method: 'post', path: '/api/operators/link/use' },
] as const;

/**
 * Closes every path of the operators but the open ones. It stands before all their routers: a new route cannot be
 * forgotten. Express itself matches both lists, so no way of writing a path gets around it.
 */
export function operatorGate(guard: OperatorGuard): Router {
  const gate = Router();
  gate.use([...APIS, ...PAGES, '/sign-in'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  const pass: RequestHandler = (_request, _response, next) => next('router');
  for (const { method, path } of OPEN_ROUTES) gate[method](path, pass);
  // A window goes there, and whoever is not signed in should see where to.
  gate.get('/api/oauth/start', guard.page);
  for (const path of APIS) gate.use(path, guard.api);
  for (const path of PAGES) gate.use(path, guard.page);
  return gate;
}

/** Stands after all routers of the operators: pages of the site never answer their paths. */
export function nothingElse(): Router {
  const router = Router();
  router.use([...APIS, ...PAGES, '/sign-in'], (_request, response) => {
    response.status(404).json({ error: 'Nothing answers here.' });
  });
  return router;
}
