import type { Response } from 'express';
import { schemaFaults, type Operation } from './official-schemas.ts';
import type { Sandbox } from './sandbox.ts';
import { visitOf } from './take-request.ts';

/** Sends an answer, or what the garbage switch makes of it. Throws when it is not as the official files say. */
export function sendAnswer(
  sandbox: Sandbox,
  operation: Operation,
  response: Response,
  answer: { status: number; body: unknown },
): void {
  const { record, faults } = visitOf(response);
  const schema = operation.answers.get(answer.status);
  const wrong = schema ? schemaFaults(schema, answer.body) : undocumented(answer.status);
  if (wrong.length > 0) {
    sandbox.state.violations.push({
      of: 'answer',
      requestNumber: record.number,
      operation: operation.name,
      faults: wrong,
    });
    throw new Error(`The sandbox’s own answer to ${operation.name} is wrong: ${wrong.join('; ')}`);
  }
  if (faults.garbage !== 'none') record.fault = `garbage: ${faults.garbage}`;
  response.status(answer.status);
  const text = JSON.stringify(answer.body);
  switch (faults.garbage) {
    case 'none': {
      response.type('json').send(text);
      return;
    }
    case 'html': {
      response
        .type('html')
        .send('<!doctype html><title>Just a moment...</title><h1>Checking your browser</h1>');
      return;
    }
    case 'empty': {
      response.type('json').send('');
      return;
    }
    case 'truncated': {
      response.type('json').send(text.slice(0, Math.floor(text.length / 2)));
      return;
    }
    case 'wrong-shape': {
      response.type('json').send('{"contact":[],"id":7,"access_token":null,"customFields":"none"}');
      return;
    }
  }
}

/** 403 and 429 exist, but the files leave them out. */
function undocumented(status: number): string[] {
  return status === 403 || status === 429 ? [] : [`status ${status} is not documented`];
}
