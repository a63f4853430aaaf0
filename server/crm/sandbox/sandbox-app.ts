import express, { type ErrorRequestHandler, type Express } from 'express';
import { serveContactSearch } from './contact-search-routes.ts';
import { serveContacts } from './contact-routes.ts';
import { serveControl } from './control-routes.ts';
import { serveLocations } from './location-routes.ts';
import { serveMarketplace } from './marketplace-routes.ts';
import { serveOauth } from './oauth-routes.ts';
import type { Sandbox } from './sandbox.ts';
import { serveTagsAndNotes } from './tag-and-note-routes.ts';
import { meetFaults, recordRequest, rememberUnreadable } from './take-request.ts';
import { serveTriggers } from './trigger-routes.ts';

const API_PATHS = ['/contacts', '/locations', '/oauth', '/hooks'];

/** The sandbox's web application: the API with its faults, and the page. */
export function createSandboxApp(sandbox: Sandbox): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(
    API_PATHS,
    recordRequest(sandbox),
    express.json({ limit: '1mb' }),
    express.urlencoded({ extended: false, limit: '1mb' }),
    rememberUnreadable,
    meetFaults(),
  );
  serveContactSearch(app, sandbox);
  serveContacts(app, sandbox);
  serveTagsAndNotes(app, sandbox);
  serveLocations(app, sandbox);
  serveTriggers(app, sandbox);
  serveOauth(app, sandbox);
  serveMarketplace(app, sandbox);
  serveControl(app, sandbox);
  app.use((request, response) => {
    response.status(404).json({ statusCode: 404, message: `Cannot ${request.method} ${request.path}` });
  });
  app.use(answerError);
  return app;
}

const answerError: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent) return next(error);
  const message = error instanceof Error ? error.message : 'unknown';
  response.status(500).json({ statusCode: 500, message: `The CRM sandbox failed: ${message}` });
};
