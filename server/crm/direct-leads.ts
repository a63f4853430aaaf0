import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { LeadsDirected } from '../../src/operator/api-shapes.ts';
import { operatorOf } from '../operators/operator-identity.ts';
import { writeAudit } from '../operators/write-audit.ts';
import type { OpenCrm } from './open-crm.ts';

const choice = z.object({ locationId: z.string().regex(/^[\w-]{1,64}$/) });

/** Sends leads to another connected location: an operator's choice, where no setting has made it. */
export function directLeads(crm: Pick<OpenCrm, 'grants' | 'leadsTo'>): RequestHandler {
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
      writeAudit(transaction, {
        operator,
        action: 'crm-leads-directed',
        subject: locationId,
        detail: { before: before?.locationId ?? null },
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
