import express, { Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { CrmStatus } from '../../src/operator/api-shapes.ts';
import { leadsWords } from '../../src/operator/crm/leads-words.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/schema.ts';
import { operatorOf } from '../operators/operator-identity.ts';
import type { OperatorGuard } from '../operators/require-operator.ts';
import { writeAudit } from '../operators/write-audit.ts';
import { createCrmClients } from './crm-client.ts';
import { CrmFault } from './crm-fault.ts';
import { directLeads } from './direct-leads.ts';
import { NO_CREDENTIALS } from './oauth/oauth-routes.ts';
import type { OpenCrm } from './open-crm.ts';
import { createTestContact, testContact } from './test-contact.ts';

interface Options {
  config: Pick<Config, 'crm'>;
  crm: OpenCrm;
  database: Kysely<Database>;
  guard: OperatorGuard;
  log: Logger;
}

/** How the CRM is set up, which locations it has, and a contact to try it. */
export function crmRoutes({ config, crm, database, guard, log }: Options): Router {
  const router = Router();
  const { token, oauth, apiBase } = config.crm;
  const clients = createCrmClients(apiBase);
  const granted = async () => (await crm.grants?.locations()) ?? [];

  router.get('/api/ghl/status', guard.api, async (_request, response) => {
    const rows = await granted();
    const state = await crm.access.state();
    const leadsTo = await crm.leadsTo();
    const broken = rows.find((row) => row.state === 'reconnect');
    const flow = leadsTo && leadsWords(leadsTo, Date.now());
    const isElsewhere = leadsTo?.state === 'unconnected' && rows.length > 0;
    const status: CrmStatus = {
      isConfigured: state !== 'not-configured',
      apiKeyPresent: token !== null,
      oauthCredentialsPresent: oauth !== null,
      leadsTo,
      message: [
        oauth ? connectedWords(rows.length) : NO_CREDENTIALS,
        ...(flow && !isElsewhere ? [flow] : []),
      ].join(' '),
      ...(flow && isElsewhere
        ? { error: flow }
        : broken?.reason
          ? { error: `${broken.location_name ?? broken.id}: ${broken.reason}` }
          : state === 'reconnect-needed'
            ? { error: `HighLevel does not take our credentials now. ${crm.access.mend(401)}` }
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

  router.post('/api/ghl/leads-location', guard.api, express.json({ limit: '4kb' }), directLeads(crm));

  router.post('/api/leads/ghl', guard.api, express.json({ limit: '16kb' }), async (request, response) => {
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
      const id = await createTestContact({ values: read.data, access, credentials, clients });
      await writeAudit(database, {
        operator,
        action: 'crm-test-contact',
        subject: credentials.locationId,
        detail: { contact: id },
      });
      response.json({ id, message: 'Test contact created. Its tag in HighLevel is “Test”.' });
    } catch (fault) {
      if (!(fault instanceof CrmFault)) throw fault;
      if (fault.kind === 'duplicate') return refuse(409, fault.message);
      // A part of it may be in the CRM.
      await writeAudit(database, {
        operator,
        action: 'crm-test-contact-failed',
        subject: credentials.locationId,
        detail: { why: fault.kind },
      });
      // Its words may repeat the contact: they are for the operator, not for the log.
      const { requestId } = operator;
      log.warn({ event: 'crm-test-contact-failed', requestId, kind: fault.kind, status: fault.status });
      const mend = fault.kind === 'credentials' ? ` ${access.mend(fault.status)}` : '';
      refuse(502, `${fault.message}.${mend}`);
    }
  });
  return router;
}

function connectedWords(locations: number): string {
  if (locations === 0) return 'No location is connected by OAuth yet.';
  return locations === 1
    ? 'One location is connected by OAuth.'
    : `${locations} locations are connected by OAuth.`;
}
