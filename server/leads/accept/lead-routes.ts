import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import { leadAnswer, refused, type Refused } from './lead-answers.ts';
import type { LeadDesk } from '../store/lead-desk.ts';
import type { LeadPlace, TakeLead } from './take-lead.ts';

const BODY_LIMIT = '32kb';

/** All specified paths of the lead endpoint, with one handler behind them. */
export function leadRoutes({ desk, take }: { desk: LeadDesk; take: TakeLead }): Router {
  const router = Router();
  const bodies = [
    express.json({ limit: BODY_LIMIT }),
    express.urlencoded({ limit: BODY_LIMIT, extended: true, parameterLimit: 200 }),
  ];
  const answer =
    (placeOf: (request: Request) => LeadPlace) => async (request: Request, response: Response) => {
      if (request.body === undefined && !request.is(['json', 'urlencoded'])) {
        refuse(response, refused.unreadable(415));
        return;
      }
      const taken = await take(request, response, request.body, placeOf(request));
      if (taken.kind === 'refused') refuse(response, taken);
      else response.set('Cache-Control', 'no-store').json(leadAnswer(taken));
    };
  const only = (method: string) => (_request: Request, response: Response) => {
    response.set('Allow', method);
    refuse(response, refused.method());
  };

  const contact = answer(() => ({ endpoint: 'contact' }));
  const contactPaths = ['/api/ghl/contact', '/.netlify/functions/ghl-webhook', '/api/contact'];
  const reports = answer(() => ({ endpoint: 'market-reports' }));
  const change = answer(({ params }) => ({ endpoint: 'contact', contactId: String(params['contactId']) }));
  router.post(contactPaths, bodies, contact);
  router.post('/api/market-reports', bodies, reports);
  router.put('/api/ghl/contact/:contactId', bodies, change);
  router.all([...contactPaths, '/api/market-reports'], only('POST'));
  router.all('/api/ghl/contact/:contactId', only('PUT'));

  router.get('/api/leads/challenge', async (_request, response) => {
    const challenge = await desk.proof.challenge(Date.now());
    response.set('Cache-Control', 'no-store');
    if (challenge) response.json(challenge);
    else response.status(404).json({ error: 'No proof of work is asked for.' });
  });
  router.all('/api/leads/challenge', only('GET, HEAD'));
  router.use(bodyFault);
  return router;
}

/** A body that cannot be read. Its error holds what was sent: it goes no further, and into no log. */
const bodyFault: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  if (typeof status !== 'number' || status < 400 || status >= 500 || response.headersSent) next(error);
  else refuse(response, refused.unreadable(status));
};

function refuse(response: Response, { status, refusal, retryAfter }: Refused): void {
  response.status(status).set('Cache-Control', 'no-store');
  if (retryAfter !== undefined) response.set('Retry-After', String(retryAfter));
  response.json(refusal);
}
