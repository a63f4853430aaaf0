import express, { Router, type RequestHandler } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { CrmStatus, LeadsDirected } from '../../../src/contracts/operator-api.ts';
import { leadTargetWords } from '../../../src/contracts/lead-target-words.ts';
import { createCrmClients } from '../../crm/crm-client.ts';
import { CrmFault } from '../../crm/crm-fault.ts';
import type { Crm } from '../../crm/crm.ts';
import type { Database } from '../../database/schema.ts';
import { createCrmFieldSetup } from '../../leads/manage/crm-fields.ts';
import { limitedBody } from '../../platform/limited-body.ts';
import type { Config } from '../../platform/config.ts';
import { recordAudit } from '../audit-log.ts';
import { operatorOf, type OperatorGuard } from '../operator-guard.ts';
import { NO_CREDENTIALS } from './oauth-routes.ts';
import { sendTestContact, testContact } from './send-test-contact.ts';

interface Options {
  config: Pick<Config, 'crm'>;
  crm: Crm;
  database: Kysely<Database>;
  guard: OperatorGuard;
  log: Logger;
  /** Returns epoch milliseconds. */
  now: () => number;
}

/** Serves the CRM's status, its locations, the choice of the location for leads, and the test contact. */
export function createCrmRoutes({ config, crm, database, guard, log, now }: Options): Router {
  const router = Router();
  const { token, oauth, apiBase } = config.crm;
  const clients = createCrmClients(apiBase);
  const granted = async () => (await crm.grants?.locations()) ?? [];

  router.get('/api/ghl/status', guard.api, async (_request, response) => {
    const rows = await granted();
    const state = await crm.access.state();
    const leadsTo = await crm.leadsTo();
    const broken = rows.find((row) => row.state === 'reconnect');
    const flow = leadsTo && leadTargetWords(leadsTo, now());
    const isElsewhere = leadsTo?.state === 'unconnected' && rows.length > 0;
    const status: CrmStatus = {
      isConfigured: state !== 'not-configured',
      apiKeyPresent: token !== null,
      oauthCredentialsPresent: oauth !== null,
      leadsTo,
      message: [
        // With a token, no OAuth credentials are needed.
        ...(oauth ? [connectedWords(rows.length)] : token ? [] : [NO_CREDENTIALS]),
        ...(flow && !isElsewhere ? [flow] : []),
      ].join(' '),
      ...(flow && isElsewhere
        ? { error: flow }
        : broken?.reason
          ? { error: `${broken.location_name ?? broken.id}: ${broken.reason}` }
          : state === 'reconnect-needed'
            ? { error: `HighLevel does not take our credentials now. ${crm.access.fix(401)}` }
            : {}),
    };
    response.json(status);
  });

  router.get('/api/ghl/locations', guard.api, async (_request, response) => {
    const rows = await granted();
    response.json({
      locations: [
        ...(token ? [{ id: token.locationId, name: null, by: 'token' }] : []),
        ...rows
          .filter((row) => row.id !== token?.locationId)
          .map((row) => ({ id: row.id, name: row.location_name, by: 'oauth' })),
      ],
    });
  });

  router.post(
    '/api/ghl/leads-location',
    guard.api,
    limitedBody(express.json, { limit: 4 * 1024 }),
    createLeadsLocationHandler(crm, now),
  );

  const fields = createCrmFieldSetup(crm, apiBase);
  router.get('/api/ghl/custom-fields', guard.api, async (_request, response) => {
    response.json(await fields.read());
  });

  router.post('/api/ghl/custom-fields', guard.api, async (_request, response) => {
    const operator = operatorOf(response);
    const { locationId } = await fields.read();
    const result = await fields.create();
    const { created: keys } = result;
    if (keys.length > 0) {
      const detail = { keys };
      const action = 'crm-fields-created';
      await recordAudit(database, { operator, action, subject: locationId, detail, now: now() });
    }
    response.json(result);
  });

  router.post(
    '/api/leads/ghl',
    guard.api,
    limitedBody(express.json, { limit: 16 * 1024 }),
    async (request, response) => {
      const operator = operatorOf(response);
      const refuse = (status: number, words: string) => {
        const error = `Failed to create test contact. ${words}`;
        response.status(status).json({ error, message: error });
      };
      const read = testContact.safeParse(request.body);
      if (!read.success) return refuse(422, z.prettifyError(read.error));
      const access = read.data.locationId ? crm.of(read.data.locationId) : crm.access;
      const credentials = await access.credentials();
      if (!credentials) {
        return refuse(409, 'No location with a token that is good now is connected. Connect it first.');
      }
      try {
        const id = await sendTestContact({ values: read.data, access, credentials, clients });
        await recordAudit(database, {
          operator,
          action: 'crm-test-contact',
          subject: credentials.locationId,
          detail: { contact: id },
          now: now(),
        });
        response.json({ id, message: 'Test contact created. Its tag in HighLevel is “Test”.' });
      } catch (fault) {
        if (!(fault instanceof CrmFault)) throw fault;
        if (fault.kind === 'duplicate') return refuse(409, fault.message);
        // Part of the contact may already be in the CRM.
        await recordAudit(database, {
          operator,
          action: 'crm-test-contact-failed',
          subject: credentials.locationId,
          detail: { why: fault.kind },
          now: now(),
        });
        // The message may repeat personal data, so it is shown to the operator but not logged.
        const { requestId } = operator;
        log.warn({ event: 'crm-test-contact-failed', requestId, kind: fault.kind, status: fault.status });
        const fix = fault.kind === 'credentials' ? ` ${access.fix(fault.status)}` : '';
        refuse(502, `${fault.message}.${fix}`);
      }
    },
  );
  return router;
}

function connectedWords(locations: number): string {
  if (locations === 0) return 'No location is connected by OAuth yet.';
  return locations === 1
    ? 'One location is connected by OAuth.'
    : `${locations} locations are connected by OAuth.`;
}

const choice = z.object({ locationId: z.string().regex(/^[\w-]{1,64}$/) });

/** Lets an operator choose the location that receives the leads, unless GHL_LOCATION_ID specifies it. */
function createLeadsLocationHandler(crm: Pick<Crm, 'grants' | 'leadsTo'>, now: () => number): RequestHandler {
  return async (request, response) => {
    const operator = operatorOf(response);
    const refuse = (status: number, words: string) => {
      const error = `Failed to send leads there. ${words}`;
      response.status(status).json({ error, message: error });
    };
    const read = choice.safeParse(request.body);
    if (!read.success) return refuse(422, 'Name the location that is to get the leads.');
    const { locationId } = read.data;
    const before = await crm.leadsTo();
    if (before?.by === 'token' || before?.by === 'setting') {
      return refuse(
        409,
        `GHL_LOCATION_ID sends them to ${before.locationId}: change the setting, and restart.`,
      );
    }
    const chosen = await crm.grants?.choose(locationId, (transaction) =>
      recordAudit(transaction, {
        operator,
        action: 'crm-leads-directed',
        subject: locationId,
        detail: { before: before?.locationId ?? null },
        now: now(),
      }),
    );
    if (!chosen) return refuse(409, 'This location is not connected, or must be connected again first.');
    const answer: LeadsDirected = {
      message: 'Leads that wait, and new ones, go there from now on.',
      leadsTo: await crm.leadsTo(),
    };
    response.json(answer);
  };
}
