import type { Express } from 'express';
import { z } from 'zod';
import { badRequest } from './api-fault.ts';
import { reachContact } from './contact-routes.ts';
import { storedTags } from './contact-store.ts';
import type { Sandbox } from './sandbox.ts';
import type { Note } from './sandbox-state.ts';
import { serveOperation, type Call } from './serve-operation.ts';

const tagBody = z.object({ tags: z.array(z.string()) });
const noteBody = z.object({
  body: z.string().optional(),
  title: z.string().optional(),
  color: z.string().optional(),
  pinned: z.boolean().optional(),
  userId: z.string().optional(),
});

/** Tags of a contact (added, taken away) and its notes. */
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
