import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { callSandbox, contactOf } from './sandbox-call.ts';

let sandbox: CrmSandbox;
let locationId: string;
beforeEach(async () => {
  sandbox = await startCrmSandbox();
  locationId = sandbox.settings.GHL_LOCATION_ID;
});
afterEach(() => sandbox.stop());

const call = (method: string, path: string, body?: unknown) =>
  callSandbox(sandbox, method, path, body === undefined ? {} : { body });
const create = async (values: object) =>
  contactOf(await call('POST', '/contacts/', { locationId, ...values }));

const fieldList = z.object({
  customFields: z.array(z.object({ id: z.string(), fieldKey: z.string(), model: z.literal('contact') })),
});

describe('contacts', () => {
  test('POST creates with 201 and GET reads it back, e-mail in lower case, number in E.164', async () => {
    const made = await call('POST', '/contacts/', {
      locationId,
      firstName: 'Ana',
      lastName: 'Lopez',
      email: 'Ana@Example.com',
      phone: '(515) 555-0101',
      source: 'contact-form',
      tags: ['Website Lead', 'website lead'],
    });
    expect(made.status).toBe(201);
    const read = await call('GET', `/contacts/${contactOf(made).id}`);
    expect(contactOf(read)).toMatchObject({
      locationId,
      name: 'Ana Lopez',
      email: 'ana@example.com',
      phone: '+15155550101',
      source: 'contact-form',
      tags: ['website lead'],
    });
    expect(sandbox.state.contacts.size).toBe(1);
    expect(sandbox.state.violations).toEqual([]);
  });

  test('upsert creates a contact, or updates the one with the same e-mail or else number; its tags overwrite', async () => {
    const first = await call('POST', '/contacts/upsert', {
      locationId,
      name: 'Ana Maria Lopez',
      email: 'ana@example.com',
      phone: '5155550101',
      tags: ['one', 'two'],
    });
    expect(first).toMatchObject({ status: 200, body: { new: true, contact: { lastName: 'Maria Lopez' } } });
    expect(first.body['traceId']).toEqual(expect.any(String));
    const byEmail = await call('POST', '/contacts/upsert', {
      locationId,
      email: 'ANA@example.com',
      tags: ['three'],
    });
    expect(byEmail.body).toMatchObject({ new: false, contact: { id: contactOf(first).id, tags: ['three'] } });
    const byPhone = await call('POST', '/contacts/upsert', {
      locationId,
      phone: '+1 515-555-0101',
      city: 'Ames',
    });
    expect(byPhone.body).toMatchObject({
      new: false,
      contact: { id: contactOf(first).id, city: 'Ames', email: 'ana@example.com', tags: ['three'] },
    });
    expect(sandbox.state.contacts.size).toBe(1);
  });

  test('upsert with one person’s e-mail and another’s number changes the first and ignores the number', async () => {
    const ana = await create({ email: 'ana@example.com', phone: '5155550101' });
    const ben = await create({ email: 'ben@example.com', phone: '5155550102' });
    const mixed = await call('POST', '/contacts/upsert', {
      locationId,
      email: 'ana@example.com',
      phone: '5155550102',
    });
    expect(contactOf(mixed)).toMatchObject({ id: ana.id, phone: '+15155550101' });
    expect(sandbox.state.contacts.get(ben.id)?.phone).toBe('+15155550102');
  });

  test('a duplicate is refused with a 400 that identifies the contact, on POST and PUT, by e-mail then number', async () => {
    const ana = await create({ email: 'ana@example.com', phone: '5155550101' });
    const ben = await create({ email: 'ben@example.com' });
    const refusal = (matchingField: string) => ({
      status: 400,
      body: {
        statusCode: 400,
        message: 'This location does not allow duplicated contacts.',
        meta: { contactId: ana.id, matchingField },
      },
    });
    const again = await call('POST', '/contacts/', {
      locationId,
      email: 'ana@EXAMPLE.com',
      phone: '5155550109',
    });
    expect(again).toMatchObject(refusal('email'));
    expect(await call('POST', '/contacts/', { locationId, phone: '515.555.0101' })).toMatchObject(
      refusal('phone'),
    );
    expect(await call('PUT', `/contacts/${ben.id}`, { phone: '5155550101' })).toMatchObject(refusal('phone'));
    expect(sandbox.state.contacts.size).toBe(2);
  });

  test('a location can allow duplicates; upsert still updates, unless told to create', async () => {
    const free = await startCrmSandbox({ allowDuplicateContact: true });
    try {
      const body = { locationId: free.settings.GHL_LOCATION_ID, email: 'ana@example.com' };
      await callSandbox(free, 'POST', '/contacts/', { body });
      expect((await callSandbox(free, 'POST', '/contacts/', { body })).status).toBe(201);
      const found = await callSandbox(free, 'POST', '/contacts/upsert', { body });
      expect(found.body['new']).toBe(false);
      const forced = { ...body, createNewIfDuplicateAllowed: true };
      const third = await callSandbox(free, 'POST', '/contacts/upsert', { body: forced });
      expect(third.body['new']).toBe(true);
      expect(free.state.contacts.size).toBe(3);
    } finally {
      await free.stop();
    }
  });

  test('PUT changes the given values and overwrites tags; null clears a value; locationId is refused', async () => {
    const ana = await create({
      email: 'ana@example.com',
      city: 'Ames',
      tags: ['old'],
      dateOfBirth: '1990-01-01',
    });
    const put = await call('PUT', `/contacts/${ana.id}`, {
      firstName: 'Ana',
      tags: ['New'],
      dateOfBirth: null,
    });
    expect(put).toMatchObject({
      status: 200,
      body: { succeded: true, contact: { city: 'Ames', tags: ['new'] } },
    });
    expect(contactOf(put)).not.toHaveProperty('dateOfBirth');
    const refused = await call('PUT', `/contacts/${ana.id}`, { locationId, firstName: 'Eve' });
    expect(refused).toMatchObject({
      status: 422,
      body: { message: ['property locationId should not exist'] },
    });
    expect(sandbox.state.violations).toMatchObject([
      { of: 'request', operation: 'PUT /contacts/{contactId}' },
    ]);
    expect(contactOf(await call('GET', `/contacts/${ana.id}`))).toMatchObject({ firstName: 'Ana' });
  });

  test('DELETE removes the contact and its notes', async () => {
    const ana = await create({ email: 'ana@example.com' });
    await call('POST', `/contacts/${ana.id}/notes`, { body: 'A note' });
    expect(await call('DELETE', `/contacts/${ana.id}`)).toMatchObject({
      status: 200,
      body: { succeded: true },
    });
    expect(sandbox.state.notes).toEqual([]);
    const gone = await call('GET', `/contacts/${ana.id}`);
    expect(gone).toMatchObject({ status: 400, body: { message: `Contact with id ${ana.id} not found` } });
  });

  test('the duplicate search returns the contact or null', async () => {
    const ana = await create({ email: 'ana+x@example.com', phone: '5155550101' });
    const find = (query: Record<string, string>) =>
      call('GET', `/contacts/search/duplicate?${new URLSearchParams({ locationId, ...query })}`);
    expect(contactOf(await find({ email: 'ANA+x@example.com' })).id).toBe(ana.id);
    expect(contactOf(await find({ number: '+15155550101' })).id).toBe(ana.id);
    expect((await find({ email: 'nobody@example.com' })).body['contact']).toBeNull();
    expect((await call('GET', '/contacts/search/duplicate?email=a')).status).toBe(400);
  });

  test('POST /contacts/search filters and paginates; GET /contacts/ lists', async () => {
    await create({ email: 'ana@example.com', firstName: 'Ana', tags: ['Buyer'] });
    const ben = await create({ email: 'ben@example.com', firstName: 'Ben' });
    const search = (body: object) => call('POST', '/contacts/search', { locationId, pageLimit: 1, ...body });
    expect((await search({})).body).toMatchObject({ total: 2, contacts: [{ email: 'ana@example.com' }] });
    expect((await search({ page: 2 })).body).toMatchObject({ contacts: [{ id: ben.id }] });
    const filters = [{ field: 'tags', operator: 'contains', value: 'Buyer' }];
    expect((await search({ filters })).body).toMatchObject({ total: 1 });
    const byEmail = [{ field: 'email', operator: 'eq', value: 'ben@example.com' }];
    expect((await search({ filters: byEmail })).body).toMatchObject({ total: 1, contacts: [{ id: ben.id }] });
    expect((await search({ filters: [{ field: 'email', operator: 'like' }] })).status).toBe(400);
    const list = await call('GET', `/contacts/?${new URLSearchParams({ locationId, query: 'ben' })}`);
    expect(list.body).toMatchObject({ count: 1, contacts: [{ id: ben.id }] });
  });
});

describe('custom fields', () => {
  test('are listed with keys, written by id, read as id and value; unknown ids are ignored', async () => {
    const answer = await call('GET', `/locations/${locationId}/customFields?model=contact`);
    const { customFields } = fieldList.parse(answer.body);
    const keys = customFields.map((field) => field.fieldKey);
    expect(keys).toEqual(expect.arrayContaining(['contact.area_of_interest', 'contact.inquiry_type']));
    expect(keys).not.toContain('contact.utm_term');
    const id = customFields[0]?.id ?? '';
    const ana = await create({
      email: 'ana@example.com',
      customFields: [
        { id, key: 'contact.area_of_interest', field_value: 'Waukee' },
        { id: 'unknown', key: 'contact.nothing', field_value: 'x' },
      ],
    });
    expect(ana['customFields']).toEqual([{ id, value: 'Waukee' }]);
    await call('PUT', `/contacts/${ana.id}`, { customFields: [{ id, field_value: ['Ames', 'Ankeny'] }] });
    const read = contactOf(await call('GET', `/contacts/${ana.id}`));
    expect(read['customFields']).toEqual([{ id, value: 'Ames, Ankeny' }]);
  });

  test('can be configured, and must be written with an id', async () => {
    const bare = await startCrmSandbox({ customFields: ['campaign'] });
    try {
      const path = `/locations/${bare.settings.GHL_LOCATION_ID}/customFields`;
      const { customFields } = fieldList.parse((await callSandbox(bare, 'GET', path)).body);
      expect(customFields.map((field) => field.fieldKey)).toEqual(['contact.campaign']);
    } finally {
      await bare.stop();
    }
    const withoutId = { locationId, customFields: [{ key: 'contact.message', field_value: 'x' }] };
    expect((await call('POST', '/contacts/', withoutId)).status).toBe(422);
  });
});

describe('tags and notes', () => {
  test('tags are added and removed, in lower case and without duplicates', async () => {
    const ana = await create({ email: 'ana@example.com', tags: ['one'] });
    const added = await call('POST', `/contacts/${ana.id}/tags`, { tags: ['Two', 'ONE'] });
    expect(added).toMatchObject({ status: 201, body: { tags: ['one', 'two'] } });
    const removed = await call('DELETE', `/contacts/${ana.id}/tags`, { tags: ['One', 'never there'] });
    expect(removed).toMatchObject({ status: 200, body: { tags: ['two'] } });
    expect((await call('POST', `/contacts/${ana.id}/tags`, { tags: 'two' })).status).toBe(422);
  });

  test('a note is created, read, changed and deleted', async () => {
    const ana = await create({ email: 'ana@example.com' });
    const notes = `/contacts/${ana.id}/notes`;
    const made = await call('POST', notes, { body: 'First' });
    expect(made.status).toBe(201);
    const { note } = z
      .object({ note: z.object({ id: z.string(), body: z.literal('First') }) })
      .parse(made.body);
    expect((await call('PUT', `${notes}/${note.id}`, { body: 'Second' })).body).toMatchObject({
      note: { id: note.id, body: 'Second' },
    });
    expect((await call('GET', notes)).body).toMatchObject({ notes: [{ body: 'Second' }] });
    expect((await call('GET', `${notes}/${note.id}`)).status).toBe(200);
    expect((await call('DELETE', `${notes}/${note.id}`)).body).toEqual({ succeded: true });
    expect((await call('GET', `${notes}/${note.id}`)).status).toBe(400);
    expect((await call('POST', notes, {})).status).toBe(422);
  });
});

test('locations are found and read', async () => {
  const found = await call('GET', '/locations/search');
  expect(found.body).toMatchObject({ locations: [{ id: locationId, name: 'Sandbox Realty' }] });
  const one = await call('GET', `/locations/${locationId}`);
  expect(one.body).toMatchObject({
    location: { id: locationId, settings: { allowDuplicateContact: false } },
  });
});

test.each([
  ['no location', {}, 'locationId must be a string'],
  ['a wrong type', { locationId: 'x', firstName: 7 }, 'firstName must be a string'],
  ['an unknown property', { locationId: 'x', nickname: 'A' }, 'property nickname should not exist'],
])('a body with %s gets a 422 with a message, and is recorded', async (_what, body, message) => {
  const refused = await call('POST', '/contacts/', body);
  expect(refused).toMatchObject({ status: 422, body: { statusCode: 422, message: [message] } });
  expect(sandbox.state.violations).toMatchObject([{ of: 'request', requestNumber: 1, faults: [message] }]);
});

test('an invalid e-mail address is 422 and truncated JSON 400, and neither creates a contact', async () => {
  const wrong = await call('POST', '/contacts/upsert', { locationId, email: 'not an address' });
  expect(wrong).toMatchObject({ status: 422, body: { message: ['email must be an email'] } });
  expect((await call('POST', '/contacts/upsert', '{"locationId":')).status).toBe(400);
  expect(sandbox.state.contacts.size).toBe(0);
});
