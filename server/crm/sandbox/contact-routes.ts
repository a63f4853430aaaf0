import type { Express } from 'express';
import { badRequest, unprocessable } from './api-fault.ts';
import { reachLocation } from './authorize.ts';
import { contactAnswer, createdContactAnswer } from './contact-answer.ts';
import { contactInput, type ContactInput } from './contact-input.ts';
import {
  changeContact,
  createContact,
  duplicateRefusal,
  findDuplicate,
  upsertContact,
} from './contact-store.ts';
import type { Sandbox } from './sandbox.ts';
import type { Contact, Location } from './sandbox-state.ts';
import { traceId } from './trace-id.ts';
import { serveOperation, type Answer, type Call } from './serve-operation.ts';

/** The contact of the path and its location. Throws an `ApiFault` where the token does not reach. */
export function reachContact(sandbox: Sandbox, call: Call): { contact: Contact; location: Location } {
  const id = call.parameters['contactId'] ?? '';
  const contact = sandbox.state.contacts.get(id);
  if (!contact) throw badRequest(`Contact with id ${id} not found`);
  return { contact, location: reachLocation(sandbox, call.token(), contact.locationId) };
}

/** Contacts: create, upsert, read, change, delete. */
export function serveContacts(app: Express, sandbox: Sandbox): void {
  serveOperation(app, sandbox, 'POST /contacts/', (call) => {
    const { input, location } = readInput(sandbox, call);
    meetDuplicateFault(sandbox, location, input, call);
    const contact = createContact(sandbox, location, input);
    return afterWrite(call, { status: 201, body: { contact: createdContactAnswer(contact) } });
  });

  serveOperation(app, sandbox, 'POST /contacts/upsert', (call) => {
    const { input, location } = readInput(sandbox, call);
    meetDuplicateFault(sandbox, location, input, call);
    const { isNew, contact } = upsertContact(sandbox, location, input);
    return afterWrite(call, {
      status: 200,
      body: { new: isNew, contact: contactAnswer(contact), traceId: traceId(sandbox) },
    });
  });

  serveOperation(app, sandbox, 'GET /contacts/{contactId}', (call) => ({
    status: 200,
    body: { contact: contactAnswer(reachContact(sandbox, call).contact) },
  }));

  serveOperation(app, sandbox, 'PUT /contacts/{contactId}', (call) => {
    const { contact, location } = reachContact(sandbox, call);
    changeContact(sandbox, location, contact, contactInput.parse(call.body));
    return { status: 200, body: { succeded: true, contact: contactAnswer(contact) } };
  });

  serveOperation(app, sandbox, 'DELETE /contacts/{contactId}', (call) => {
    const { contact } = reachContact(sandbox, call);
    sandbox.state.contacts.delete(contact.id);
    sandbox.state.notes = sandbox.state.notes.filter((note) => note.contactId !== contact.id);
    return { status: 200, body: { succeded: true } };
  });
}

function readInput(sandbox: Sandbox, call: Call): { input: ContactInput; location: Location } {
  const input = contactInput.parse(call.body);
  return { input, location: reachLocation(sandbox, call.token(), input.locationId ?? '') };
}

/** As if someone else had created the person a moment ago, with nothing but how to reach them. */
function meetDuplicateFault(sandbox: Sandbox, location: Location, input: ContactInput, call: Call): void {
  if (!call.faults.duplicate) return;
  const { email, phone } = input;
  const reach = { ...(email ? { email } : {}), ...(phone ? { phone } : {}) };
  if (Object.keys(reach).length === 0) return;
  call.note('duplicate');
  if (!findDuplicate(sandbox, location.id, reach)) createContact(sandbox, location, reach);
  const duplicate = findDuplicate(sandbox, location.id, reach);
  if (duplicate) throw duplicateRefusal(duplicate);
}

/** The faults in which the contact is there although the answer does not say so. */
function afterWrite(call: Call, answer: Answer): Answer {
  if (call.faults.timeoutAfterWrite) {
    call.note('time-out after writing');
    return { hang: call.faults.hangMs };
  }
  if (call.faults.unprocessableAfterWrite) {
    call.note('422 after writing');
    throw unprocessable(['Unprocessable Entity']);
  }
  return answer;
}
