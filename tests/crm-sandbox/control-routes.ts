import express, {
  type ErrorRequestHandler,
  type Express,
  type NextFunction,
  type Request,
  type Response,
} from 'express';
import { z } from 'zod';
import { faultSettings, type FaultSettings } from './faults.ts';
import { revokeGrant } from './oauth-grants.ts';
import type { Sandbox } from './sandbox.ts';
import {
  resendWebhook,
  sendWebhook,
  webhookOrder,
  type WebhookOrder,
  publicKeyText,
} from './send-webhook.ts';
import { statePage } from './state-page.ts';

const formFields = z.record(z.string(), z.string());

/**
 * Parses the fault form, which omits unchecked boxes and sends numbers as text. Throws a ZodError if a value is
 * invalid.
 */
function readFaultForm(form: unknown): FaultSettings {
  const fields = formFields.parse(form);
  const given = Object.keys(faultSettings.shape).map((name): [string, unknown] => {
    const text = fields[name];
    if (['down', 'unauthorized'].includes(name)) return [name, text !== undefined];
    if (name === 'times') return [name, text ? Number(text) : null];
    if (['garbage', 'only'].includes(name)) return [name, text];
    return [name, text ? Number(text) : undefined];
  });
  return faultSettings.parse(Object.fromEntries(given));
}

/** Parses the webhook form. Throws a ZodError if a value is invalid. */
function readOrderForm(form: unknown): WebhookOrder {
  const fields = formFields.parse(form);
  return webhookOrder.parse({ ...fields, bare: fields['bare'] !== undefined });
}

/** Serves the state page and the sandbox's controls, both as HTML forms and as JSON. */
export function serveControl(app: Express, sandbox: Sandbox): void {
  app.get('/', (_request, response) => {
    response.set('Cache-Control', 'no-store').type('html').send(statePage(sandbox));
  });

  const control = express.Router();
  control.use(refuseOtherSites, express.json({ limit: '1mb' }), express.urlencoded({ extended: false }));

  control.get('/state', (_request, response) => {
    const { state } = sandbox;
    response.json({
      contacts: [...state.contacts.values()],
      notes: state.notes,
      requests: state.requests,
      violations: state.violations,
      triggerCalls: state.triggerCalls,
      sentWebhooks: state.sentWebhooks,
      grants: state.grants,
      faults: sandbox.faults.current(),
      webhookPublicKeys: {
        ed25519: publicKeyText(sandbox.keys.ed25519.publicKey),
        rsa: publicKeyText(sandbox.keys.rsa.publicKey),
      },
    });
  });

  control.post('/faults', (request, response) => {
    if (request.is('json')) {
      const change = z.record(z.string(), z.unknown()).parse(request.body);
      response.json(sandbox.faults.set(faultSettings.parse({ ...sandbox.faults.current(), ...change })));
      return;
    }
    sandbox.faults.set(readFaultForm(request.body));
    response.redirect(303, '/#faults');
  });

  control.post('/faults/clear', (request, response) => {
    sandbox.faults.clear();
    done(request, response, '/#faults', sandbox.faults.current());
  });

  control.post('/webhooks', async (request, response) => {
    const order = request.is('json') ? webhookOrder.parse(request.body) : readOrderForm(request.body);
    done(request, response, '/#webhooks', await sendWebhook(sandbox, order));
  });

  control.post('/webhooks/:id/again', async (request, response) => {
    done(request, response, '/#webhooks', await resendWebhook(sandbox, request.params.id));
  });

  control.post('/grants/:id/revoke', (request, response) => {
    if (!revokeGrant(sandbox, request.params.id)) response.status(404).json({ message: 'No such grant.' });
    else done(request, response, '/#grants', { revoked: true });
  });

  control.use(answerFault);
  app.use('/__sandbox', control);
}

function done(request: Request, response: Response, place: string, answer: unknown): void {
  if (request.accepts(['json', 'html']) === 'html') response.redirect(303, place);
  else response.json(answer);
}

/** Rejects cross-site requests, which another page in the developer's browser could send. */
function refuseOtherSites(request: Request, response: Response, next: NextFunction): void {
  if (request.get('sec-fetch-site') === 'cross-site') {
    response.status(403).json({ message: 'The sandbox is not for other sites.' });
  } else next();
}

const answerFault: ErrorRequestHandler = (error, _request, response, next) => {
  if (response.headersSent || !(error instanceof z.ZodError)) return next(error);
  const faults = error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`);
  response.status(422).json({ message: faults });
};
