import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPrivateTokenAccess } from '../../crm/crm-access.ts';
import { leadFields } from '../../../src/contracts/leads/lead-fields.ts';
import {
  checkCrmFields,
  createCrmFieldSetup,
  missingLeadCrmFields,
  crmCustomFieldDefinition,
} from './crm-fields.ts';

const field = (key: string) => ({ id: key, fieldKey: `contact.${key}`, options: [] });

it('every lead column with a custom field is missing in a location that does not have it', () => {
  const missing = missingLeadCrmFields([]).map(({ key }) => key);
  const keys = leadFields.flatMap(({ column, crm }) => (crm ? (crm.key ?? column) : []));
  expect(missing).toEqual(expect.arrayContaining([...keys, 'utm_source', 'landing_page', 'consent_at']));
  const some = new Set(missingLeadCrmFields([field('topic'), field('utm_source')]).map(({ key }) => key));
  expect(missing.filter((key) => !some.has(key)).toSorted()).toEqual(['topic', 'utm_source']);
});

it('values that the contact has anyway need no field', () => {
  const missing = missingLeadCrmFields([]).map(({ key }) => key);
  expect(missing).not.toContain('phone_as_typed');
  expect(missing).not.toContain('campaign');
});

it('the name of a new field gives the key that the site looks for', () => {
  const derivedKey = (name: string) => name.toLowerCase().replaceAll(' ', '_');
  for (const each of missingLeadCrmFields([]))
    expect(derivedKey(crmCustomFieldDefinition(each).name)).toBe(each.key);
  expect(crmCustomFieldDefinition({ key: 'area_of_interest' })).toEqual({
    name: 'Area of interest',
    dataType: 'TEXT',
  });
  expect(crmCustomFieldDefinition({ key: 'message', isLong: true }).dataType).toBe('LARGE_TEXT');
});

describe('a CRM that fails', () => {
  afterEach(() => vi.restoreAllMocks());

  const access = createPrivateTokenAccess({ token: { key: 'key', locationId: 'loc' } });
  const setup = createCrmFieldSetup({ access, grants: null }, 'http://crm.test');

  /** Replaces the CRM. A request for which `answer` returns null gets no answer until the time is over. */
  function answerWith(answer: (method: string) => Response | null): void {
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    vi.spyOn(globalThis, 'fetch').mockImplementation((_url, { method = 'GET', signal } = {}) => {
      const response = answer(method);
      if (response) return Promise.resolve(response);
      limit.abort(new DOMException('The time is over.', 'TimeoutError'));
      return Promise.reject(new Error(String(signal?.reason)));
    });
  }

  it('and takes too long still gives the fields that were created', async () => {
    let made = 0;
    answerWith((method) => {
      if (method === 'GET') return Response.json({ customFields: [] });
      made += 1;
      return made < 3
        ? Response.json({ customField: field(missingLeadCrmFields([])[made - 1]?.key ?? '') })
        : null;
    });
    expect(await setup.create()).toEqual({
      created: missingLeadCrmFields([])
        .slice(0, 2)
        .map(({ key }) => key),
      otherKeys: [],
      problem: 'The CRM took too long. Try again.',
    });
  });

  it('names the location whose fields could not be read', async () => {
    const unread = { locationId: 'loc', missing: [], needsReconnect: false };
    answerWith(() => Response.json({ message: 'Down' }, { status: 503 }));
    expect(await setup.read()).toEqual({ ...unread, problem: 'The CRM answered 503: Down.' });
    answerWith(() => new Response('<html>'));
    expect(await setup.read()).toEqual({
      ...unread,
      problem: 'The CRM answered 200 with what is not JSON.',
    });
    answerWith(() => null);
    expect(await setup.read()).toEqual({ ...unread, problem: 'The CRM took too long. Try again.' });
  });
});

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
