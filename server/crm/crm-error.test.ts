import { expect, test } from 'vitest';
import { classifyCrmMessage, unknownCrmMessageCounter } from './crm-error.ts';

const counted = async (status: number) => {
  const { values } = await unknownCrmMessageCounter.get();
  return values.find(({ labels }) => labels.status === status)?.value ?? 0;
};

test.each([
  [400, 'This location does not allow duplicated contacts.', 'duplicate'],
  [400, 'Contact with id ocQHyuzHvysMo5N5VsXc not found', 'gone'],
  [400, 'Contact not found', 'gone'],
  [400, 'Note with id ocQHyuzHvysMo5N5VsXc not found', 'gone'],
  [401, 'The token is not authorized for this scope.', 'scope'],
  [401, 'Invalid token: access token is invalid', 'token'],
  [401, 'Invalid JWT', 'token'],
  [400, 'Invalid grant: refresh token is invalid', 'grant'],
  [401, 'Invalid client credentials!', 'client'],
] as const)('%i “%s”: %s', async (status, text, meaning) => {
  const before = await counted(status);
  expect(classifyCrmMessage(status, text)).toBe(meaning);
  expect(await counted(status)).toBe(before);
});

test.each([
  [400, 'email duplicate@example.com is not valid'],
  [400, 'firstName Not Found is not allowed'],
  [400, 'Contact with id a@b.example not found'],
  [401, 'Scope it out'],
  [422, 'This location does not allow duplicated contacts.'],
])('%i “%s” is not recognized, and is counted', async (status, text) => {
  const before = await counted(status);
  expect(classifyCrmMessage(status, text)).toBeNull();
  expect(await counted(status)).toBe(before + 1);
});
