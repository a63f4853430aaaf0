import type { Express } from 'express';
import { z } from 'zod';
import { badRequest } from './api-fault.ts';
import { reachLocation } from './authorize.ts';
import { contactAnswer, listedContactAnswer, namesOf } from './contact-answer.ts';
import { findDuplicate } from './contact-store.ts';
import type { Sandbox } from './sandbox.ts';
import type { Contact, Location } from './sandbox-state.ts';
import { serveOperation } from './serve-operation.ts';
import { traceId } from './trace-id.ts';

/** Finding contacts: who would be a duplicate, by filters, and the list. */
export function serveContactSearch(app: Express, sandbox: Sandbox): void {
  serveOperation(app, sandbox, 'GET /contacts/search/duplicate', (call) => {
    const { locationId = '', number, email } = call.query;
    const location = reachLocation(sandbox, call.token(), locationId);
    const found = findDuplicate(sandbox, location.id, {
      ...(email ? { email } : {}),
      ...(number ? { phone: number } : {}),
    });
    const contact = found ? contactAnswer(found.contact) : null;
    return { status: 200, body: { contact, traceId: traceId(sandbox) } };
  });

  serveOperation(app, sandbox, 'POST /contacts/search', (call) => {
    const body = searchBody.parse(call.body);
    const location = reachLocation(sandbox, call.token(), body.locationId);
    const found = contactsOf(sandbox, location)
      .filter((contact) => matches(contact, body.query ?? ''))
      .filter((contact) => body.filters.every((filter) => passes(contact, filter)));
    const start = (body.page - 1) * body.pageLimit;
    const contacts = found.slice(start, start + body.pageLimit).map(contactAnswer);
    return { status: 200, body: { contacts, total: found.length, traceId: traceId(sandbox) } };
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
