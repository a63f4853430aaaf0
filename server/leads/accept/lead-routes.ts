import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { LEAD_STORED_STATUS_TEXT, type LeadResponse } from '../../../src/contracts/leads/lead-request.ts';
import type { AcceptLead, LeadEndpoint } from './accept-lead.ts';
import { leadRefusals, type LeadRefusal } from './lead-refusals.ts';
import { limitedBodyParser } from '../../platform/security/limited-body.ts';

const BODY_LIMIT_BYTES = 32 * 1024;

const RECEIVED = 'Your information has been received.';
const LOCAL_ONLY =
  'Your information is saved. It is sent on to the CRM as soon as the connection is restored.';

/**
 * Creates the lead endpoints: POST sends a lead, and PUT changes the lead whose id is in the path. Both take JSON and
 * form-encoded bodies of up to 32 KiB, and pass them to `accept`. Other methods receive a 405.
 */
export function createLeadRoutes(accept: AcceptLead): Router {
  const router = Router();
  const bodies = [
    limitedBodyParser(express.json, { limit: BODY_LIMIT_BYTES }),
    limitedBodyParser(express.urlencoded, { limit: BODY_LIMIT_BYTES, extended: true, parameterLimit: 200 }),
  ];
  const acceptAt =
    (placeOf: (request: Request) => LeadEndpoint) => async (request: Request, response: Response) => {
      if (request.body === undefined && !request.is(['json', 'urlencoded'])) {
        refuse(response, leadRefusals.unreadable(415));
        return;
      }
      const accepted = await accept(request, response, request.body, placeOf(request));
      if (accepted.kind === 'refused') refuse(response, accepted);
      else response.set('Cache-Control', 'no-store').json(leadResponse(accepted));
    };
  const only = (method: string) => (_request: Request, response: Response) => {
    response.set('Allow', method);
    refuse(response, leadRefusals.method());
  };

  const contact = acceptAt(() => ({ endpoint: 'contact' }));
  const contactPaths = ['/api/ghl/contact', '/.netlify/functions/ghl-webhook', '/api/contact'];
  const reports = acceptAt(() => ({ endpoint: 'market-reports' }));
  const change = acceptAt(({ params }) => ({ endpoint: 'contact', contactId: String(params['contactId']) }));
  router.post(contactPaths, bodies, contact);
  router.post('/api/market-reports', bodies, reports);
  router.put('/api/ghl/contact/:contactId', bodies, change);
  router.all([...contactPaths, '/api/market-reports'], only('POST'));
  router.all('/api/ghl/contact/:contactId', only('PUT'));
  router.use(bodyFault);
  return router;
}

/**
 * Returns the response body for a stored lead. If `isLocalOnly`, its message says that the lead will reach the CRM
 * later.
 */
function leadResponse({ contactId, isLocalOnly }: { contactId: string; isLocalOnly: boolean }): LeadResponse {
  return {
    success: true,
    contactId,
    id: contactId,
    status: LEAD_STORED_STATUS_TEXT,
    isLocalOnly,
    ...(isLocalOnly ? { apiMessage: LOCAL_ONLY } : {}),
    message: isLocalOnly ? LOCAL_ONLY : RECEIVED,
  };
}

/**
 * Responds to a body that cannot be parsed with a refusal. The error contains the submitted data, so it is not logged.
 */
const bodyFault: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  if (typeof status !== 'number' || status < 400 || status >= 500 || response.headersSent) next(error);
  else refuse(response, leadRefusals.unreadable(status));
};

function refuse(response: Response, { status, refusal, retryAfter }: LeadRefusal): void {
  response.status(status).set('Cache-Control', 'no-store');
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  response.json(refusal);
}
