import { describe, expect, test } from 'vitest';
import { operations, schemaFaults, type OperationName } from './official-api.ts';

const faultsOf = (name: OperationName, body: unknown) => {
  const schema = operations.get(name)?.body;
  return schema ? schemaFaults(schema, body) : ['no body'];
};
const upsert = (more: object) => faultsOf('POST /contacts/upsert', { locationId: 'x', ...more });

describe('request bodies', () => {
  test('values that the files allow are valid, including null for nullable properties', () => {
    expect(upsert({ email: null, dnd: true, dndSettings: { SMS: { status: 'permanent' } } })).toEqual([]);
    expect(
      upsert({
        customFields: [
          { id: 'a', field_value: 'b' },
          { id: 'c', field_value: ['d'] },
        ],
      }),
    ).toEqual([]);
    expect(upsert({ customFields: [{ id: 'a', key: 'b', field_value: 3 }] })).toEqual([]);
  });

  test.each([
    [{ country: null }, 'country must be a string'],
    [{ tags: 'a' }, 'tags must be a array'],
    [
      { dndSettings: { SMS: { status: 'off' } } },
      'dndSettings.SMS.status must be one of the following values',
    ],
    [{ dndSettings: { Fax: { status: 'active' } } }, 'property dndSettings.Fax should not exist'],
    [{ customFields: [{ field_value: 'b' }] }, 'customFields.0.id must be a string'],
    [{ customFields: [{ id: 'a', value: 'b' }] }, 'property customFields.0.value should not exist'],
  ])('%j is refused', (more, words) => {
    expect(upsert(more).join()).toContain(words);
  });

  test('a body that is not an object is refused', () => {
    expect(faultsOf('POST /contacts/', 'text')).toEqual(['body must be a object']);
  });
});

test('paths, scopes and the version header are read from the files', () => {
  expect(operations.get('PUT /contacts/{contactId}/notes/{id}')).toMatchObject({
    method: 'put',
    path: '/contacts/:contactId/notes/:id',
    security: [{ scheme: 'bearer', scopes: ['contacts.write'] }],
    needsVersion: true,
    bodyType: 'application/json',
  });
  expect(operations.get('POST /oauth/token')).toMatchObject({ security: [], needsVersion: false });
});
