import type { Express } from 'express';
import { z } from 'zod';
import {
  contactAnswer,
  createdContactAnswer,
  contactInput,
  type ContactInput,
  changeContact,
  createContact,
  duplicateRefusal,
  findDuplicate,
  upsertContact,
  listedContactAnswer,
  namesOf,
  storedTags,
} from './contact-store.ts';
import { badRequest, unprocessable } from './official-api.ts';
import type { Sandbox, Contact, Location, Note } from './sandbox.ts';
import { traceId } from './seeded-random.ts';
import { reachLocation, serveOperation, type Answer, type Call } from './serve-operation.ts';

/**
 * Returns the contact in the request's path and its location. Throws an `ApiFault` if there is no such contact or the
 * token has no access to it.
 */
function reachContact(sandbox: Sandbox, call: Call): { contact: Contact; location: Location } {
  const id = call.parameters['contactId'] ?? '';
  const contact = sandbox.state.contacts.get(id);
  if (!contact) throw badRequest(`Contact with id ${id} not found`);
  return { contact, location: reachLocation(sandbox, call.token(), contact.locationId) };
}

/** Serves the routes that create, upsert, read, update and delete contacts. */
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
      body: { new: isNew, contact: contactAnswer(contact), traceId: traceId(sandbox.random) },
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

/**
 * Simulates a race: creates a contact with the request's e-mail address and phone number and nothing else, then rejects
 * the request as a duplicate of it.
 */
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

/** Applies the faults that make a request fail after it has written the contact. */
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

/** Serves the contact search routes: by duplicate, by filter, and the plain list. */
export function serveContactSearch(app: Express, sandbox: Sandbox): void {
  serveOperation(app, sandbox, 'GET /contacts/search/duplicate', (call) => {
    const { locationId = '', number, email } = call.query;
    const location = reachLocation(sandbox, call.token(), locationId);
    const found = findDuplicate(sandbox, location.id, {
      ...(email ? { email } : {}),
      ...(number ? { phone: number } : {}),
    });
    const contact = found ? contactAnswer(found.contact) : null;
    return { status: 200, body: { contact, traceId: traceId(sandbox.random) } };
  });

  serveOperation(app, sandbox, 'POST /contacts/search', (call) => {
    const body = searchBody.parse(call.body);
    const location = reachLocation(sandbox, call.token(), body.locationId);
    const found = contactsOf(sandbox, location)
      .filter((contact) => matches(contact, body.query ?? ''))
      .filter((contact) => body.filters.every((filter) => passes(contact, filter)));
    const start = (body.page - 1) * body.pageLimit;
    const contacts = found.slice(start, start + body.pageLimit).map(contactAnswer);
    return { status: 200, body: { contacts, total: found.length, traceId: traceId(sandbox.random) } };
  });

  serveOperation(app, sandbox, 'GET /contacts/', (call) => {
    const { locationId = '', limit = '20', startAfterId, query = '' } = call.query;
    const location = reachLocation(sandbox, call.token(), locationId);
    const found = contactsOf(sandbox, location).filter((contact) => matches(contact, query));
    const start = startAfterId ? found.findIndex((contact) => contact.id === startAfterId) + 1 : 0;
    const contacts = found.slice(start, start + Math.min(Number(limit), 100)).map(listedContactAnswer);
    return { status: 200, body: { contacts, count: found.length } };
  });
}

const searchBody = z.looseObject({
  locationId: z.string(),
  page: z.number().default(1),
  pageLimit: z.number(),
  query: z.string().optional(),
  filters: z
    .array(
      z.looseObject({
        field: z.string().optional(),
        operator: z.string().optional(),
        value: z.unknown().optional(),
      }),
    )
    .default([]),
});

type Filter = z.infer<typeof searchBody>['filters'][number];

function passes(contact: Contact, { field = '', operator = 'none', value: wanted }: Filter): boolean {
  const value = contactAnswer(contact)[field];
  if (operator === 'eq') return value === wanted;
  if (operator === 'contains' && typeof wanted === 'string') {
    if (Array.isArray(value)) return value.includes(wanted.toLowerCase());
    return typeof value === 'string' && value.toLowerCase().includes(wanted.toLowerCase());
  }
  throw badRequest(`The sandbox knows the filter operators eq and contains (a text), not ${operator}.`);
}

function contactsOf(sandbox: Sandbox, location: Location): Contact[] {
  return [...sandbox.state.contacts.values()].filter((contact) => contact.locationId === location.id);
}

function matches(contact: Contact, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  const texts = [namesOf(contact.properties).full, contact.email ?? '', contact.phone ?? ''];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

const tagBody = z.object({ tags: z.array(z.string()) });
const noteBody = z.object({
  body: z.string().optional(),
  title: z.string().optional(),
  color: z.string().optional(),
  pinned: z.boolean().optional(),
  userId: z.string().optional(),
});

/** Serves the routes for a contact's tags and notes. */
export function serveTagsAndNotes(app: Express, sandbox: Sandbox): void {
  serveOperation(app, sandbox, 'POST /contacts/{contactId}/tags', (call) => {
    const { contact } = reachContact(sandbox, call);
    contact.tags = storedTags([...contact.tags, ...tagBody.parse(call.body).tags]);
    return { status: 201, body: { tags: contact.tags } };
  });

  serveOperation(app, sandbox, 'DELETE /contacts/{contactId}/tags', (call) => {
    const { contact } = reachContact(sandbox, call);
    const gone = storedTags(tagBody.parse(call.body).tags);
    contact.tags = contact.tags.filter((tag) => !gone.includes(tag));
    return { status: 200, body: { tags: contact.tags } };
  });

  serveOperation(app, sandbox, 'GET /contacts/{contactId}/notes', (call) => {
    const { contact } = reachContact(sandbox, call);
    return {
      status: 200,
      body: { notes: sandbox.state.notes.filter((note) => note.contactId === contact.id) },
    };
  });

  serveOperation(app, sandbox, 'POST /contacts/{contactId}/notes', (call) => {
    const { contact } = reachContact(sandbox, call);
    const { body = '', ...given } = noteBody.parse(call.body);
    const note: Note = {
      id: sandbox.random.nextId(),
      contactId: contact.id,
      body,
      dateAdded: new Date(sandbox.now()).toISOString(),
      ...withoutUndefined(given),
    };
    sandbox.state.notes.push(note);
    return { status: 201, body: { note } };
  });

  serveOperation(app, sandbox, 'GET /contacts/{contactId}/notes/{id}', (call) => ({
    status: 200,
    body: { note: reachNote(sandbox, call) },
  }));

  serveOperation(app, sandbox, 'PUT /contacts/{contactId}/notes/{id}', (call) => {
    const note = reachNote(sandbox, call);
    Object.assign(note, withoutUndefined(noteBody.parse(call.body)));
    return { status: 200, body: { note } };
  });

  serveOperation(app, sandbox, 'DELETE /contacts/{contactId}/notes/{id}', (call) => {
    const note = reachNote(sandbox, call);
    sandbox.state.notes = sandbox.state.notes.filter((each) => each !== note);
    return { status: 200, body: { succeded: true } };
  });
}

function reachNote(sandbox: Sandbox, call: Call): Note {
  const { contact } = reachContact(sandbox, call);
  const note = sandbox.state.notes.find(
    (each) => each.id === call.parameters['id'] && each.contactId === contact.id,
  );
  if (!note) throw badRequest(`Note with id ${call.parameters['id'] ?? ''} not found`);
  return note;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(record: T): Given<T> {
  const given: Given<T> = { ...record };
  for (const key in given) if (given[key] === undefined) delete given[key];
  return given;
}
