import type { Express } from 'express';
import type { Sandbox } from './sandbox.ts';
import { visitOf } from './take-request.ts';

/** The inbound-webhook trigger of workflows. An unknown one answers 200 too: that proves nothing. */
export function serveTriggers(app: Express, sandbox: Sandbox): void {
  app.post('/hooks/:locationId/webhook-trigger/:triggerId', (request, response) => {
    const { locationId, triggerId } = request.params;
    const { unreadable, record, faults } = visitOf(response);
    const known = sandbox.state.triggers.get(triggerId) === locationId;
    const id = sandbox.random.nextId();
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    const body: unknown = request.body;
    if (unreadable !== null) {
      response.status(400).json({ statusCode: 400, message: unreadable });
      return;
    }
    sandbox.state.triggerCalls.push({
      id,
      locationId,
      triggerId,
      known,
      at: record.at,
      body,
      headers: Object.fromEntries(headers),
    });
    if (faults.garbage !== 'none') {
      record.fault = `garbage: ${faults.garbage}`;
      response.type('html').send('<!doctype html><title>Just a moment...</title>');
      return;
    }
    response.json(
      known
        ? { status: 'Success: request sent to trigger execution server', id }
        : { status: 'Success: test request received' },
    );
  });
}
