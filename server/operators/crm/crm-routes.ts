import type { Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { crmCalls } from '../../../src/contracts/operators/crm-calls.ts';
import { leadsTargetText } from '../../../src/contracts/leads/leads-target-text.ts';
import { createCrmClientFactory } from '../../crm/crm-client.ts';
import { CrmError } from '../../crm/crm-error.ts';
import type { Crm } from '../../crm/crm.ts';
import type { Database } from '../../database/schema/schema.ts';
import { createCrmFieldSetup } from '../../leads/manage/crm-fields.ts';
import type { Config } from '../../platform/config/config.ts';
import { asSentence } from '../../platform/as-sentence.ts';
import { recordAudit } from '../audit-log.ts';
import type { OperatorGuard } from '../api/operator-guard.ts';
import { ApiError } from '../api/api-error.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { NO_OAUTH_CREDENTIALS_MESSAGE } from './oauth-routes.ts';
import { createCrmTestContact } from './create-crm-test-contact.ts';

interface Options {
  config: Pick<Config, 'crm'>;
  crm: Crm;
  query: Kysely<Database>;
  guard: OperatorGuard;
  log: Logger;
  /** Returns epoch milliseconds. */
  now: () => number;
}

/**
 * Creates the API routes with which operators read the CRM's status and its connected locations, choose the location
 * that receives the leads, read and create its custom fields, and create a test contact.
 */
export function createCrmRoutes({ config, crm, query, guard, log, now }: Options): Router {
  const { router, serve } = createCallRouter(guard);
  const { token, oauth, apiBase } = config.crm;
  const clients = createCrmClientFactory(apiBase);
  const granted = async () => (await crm.grants?.locations()) ?? [];

  serve(crmCalls.status, async () => {
    const rows = await granted();
    const state = await crm.access.state();
    const leadsTo = await crm.leadsTo();
    const broken = rows.find((row) => row.state === 'reconnect');
    const flow = leadsTo && leadsTargetText(leadsTo, now());
    const isElsewhere = leadsTo?.state === 'unconnected' && rows.length > 0;
    return {
      isConfigured: state !== 'not-configured',
      apiKeyPresent: token !== null,
      oauthCredentialsPresent: oauth !== null,
      leadsTo,
      message: [
        // With a token, no OAuth credentials are needed.
        ...(oauth ? [connectedWords(rows.length)] : token ? [] : [NO_OAUTH_CREDENTIALS_MESSAGE]),
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
  });

  serve(crmCalls.locations, async () => {
    const rows = await granted();
    return {
      locations: [
        ...(token ? [{ id: token.locationId, name: null, by: 'token' as const }] : []),
        ...rows
          .filter((row) => row.id !== token?.locationId)
          .map((row) => ({ id: row.id, name: row.location_name, by: 'oauth' as const })),
      ],
    };
  });

  serve(crmCalls.directLeads, async ({ locationId }, { operator }) => {
    const before = await crm.leadsTo();
    if (before?.by === 'token' || before?.by === 'setting') {
      throw refusal(
        409,
        `Failed to send leads there. GHL_LOCATION_ID sends them to ${before.locationId}: change the setting, and restart.`,
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
    if (!chosen) {
      throw refusal(
        409,
        'Failed to send leads there. This location is not connected, or must be connected again first.',
      );
    }
    return { message: 'Leads that wait, and new ones, go there from now on.', leadsTo: await crm.leadsTo() };
  });

  const fields = createCrmFieldSetup(crm, apiBase);
  serve(crmCalls.fields, () => fields.read());

  serve(crmCalls.createFields, async (_input, { operator }) => {
    const { locationId } = await fields.read();
    const result = await fields.create();
    const { created: keys } = result;
    if (keys.length > 0) {
      const detail = { keys };
      const action = 'crm-fields-created';
      await recordAudit(query, { operator, action, subject: locationId, detail, now: now() });
    }
    return result;
  });

  serve(crmCalls.createTestContact, async (values, { operator }) => {
    const failed = (status: number, words: string) =>
      refusal(status, `Failed to create test contact. ${words}`);
    const access = values.locationId ? crm.of(values.locationId) : crm.access;
    const credentials = await access.credentials();
    if (!credentials) {
      throw failed(409, 'No location with a token that is good now is connected. Connect it first.');
    }
    try {
      const id = await createCrmTestContact({ values, access, credentials, clients });
      await recordAudit(query, {
        operator,
        action: 'crm-test-contact',
        subject: credentials.locationId,
        detail: { contact: id },
        now: now(),
      });
      return { id, message: 'Test contact created. Its tag in HighLevel is “Test”.' };
    } catch (fault) {
      if (!(fault instanceof CrmError)) throw fault;
      if (fault.kind === 'duplicate') throw failed(409, fault.message);
      // Part of the contact may already be in the CRM.
      await recordAudit(query, {
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
      throw failed(502, asSentence(fault.message) + fix);
    }
  });
  return router;
}

/** Returns an error whose response has the message as both `error` and `message`, which screens and scripts read. */
function refusal(status: number, message: string): ApiError {
  return new ApiError(status, message, { body: { message } });
}

function connectedWords(locations: number): string {
  if (locations === 0) return 'No location is connected by OAuth yet.';
  return locations === 1
    ? 'One location is connected by OAuth.'
    : `${locations} locations are connected by OAuth.`;
}
