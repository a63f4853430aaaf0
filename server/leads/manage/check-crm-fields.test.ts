import { expect, it } from 'vitest';
import { checkCrmFields } from './check-crm-fields.ts';

const fields = { locationId: 'loc', missing: [], problem: null, needsReconnect: false };
const missing = [{ key: 'topic', label: 'Topic' }];

it('is ok if nothing is missing, and not checked if the fields cannot be read', () => {
  expect(checkCrmFields(fields).state).toBe('ok');
  const check = checkCrmFields({ ...fields, locationId: null, problem: 'The CRM answered 503.' });
  expect(check).toMatchObject({ state: 'not checked', detail: 'The CRM answered 503.' });
});

it('names what is missing and the fix', () => {
  expect(checkCrmFields({ ...fields, missing })).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('one value of leads'),
    fix: expect.stringContaining('--create-crm-fields'),
    items: [{ text: 'Topic: contact.topic' }],
  });
  const { fix } = checkCrmFields({ ...fields, missing, needsReconnect: true });
  expect(fix).toContain('Reconnect to allow this');
});
