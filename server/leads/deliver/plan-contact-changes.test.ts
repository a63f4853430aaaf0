import { describe, expect, test } from 'vitest';
import { planContactTags, overwrittenIdentityParts, planContactChanges } from './plan-contact-changes.ts';

const alice = {
  firstName: 'Alice',
  lastName: 'Cooper',
  email: 'alice@example.com',
  phone: '+15155550142',
};
const plan = (facts: Partial<Parameters<typeof planContactChanges>[0]>) =>
  planContactChanges({ stored: {}, sent: {}, written: {}, ...facts });

test('empty fields are filled', () => {
  expect(plan({ stored: { phone: '+15155550142', email: ' ' }, sent: alice })).toEqual({
    changes: { firstName: 'Alice', lastName: 'Cooper', email: 'alice@example.com' },
    differs: [],
  });
});

test.each([
  ['name', { firstName: 'Mallory' }],
  ['name', { lastName: 'Miller' }],
  ['email', { email: 'mallory@example.com' }],
  ['phone', { phone: '+15155550199' }],
] as const)('a different stored %s is kept and reported: %o', (part, other) => {
  const stored = alice;
  expect(plan({ stored, sent: { ...alice, ...other } })).toEqual({ changes: {}, differs: [part] });
});

test('values that differ only in format are the same', () => {
  const sent = { firstName: ' ALICE', email: 'Alice@Example.com ', phone: '(515) 555-0142' };
  expect(plan({ stored: alice, sent })).toEqual({ changes: {}, differs: [] });
});

test('fields that were not sent are neither cleared nor reported', () => {
  expect(plan({ stored: alice, sent: {} })).toEqual({ changes: {}, differs: [] });
});

test('the first name of one person is not combined with the last name of another', () => {
  expect(
    plan({ stored: { firstName: 'Alice' }, sent: { firstName: 'Mallory', lastName: 'Miller' } }),
  ).toEqual({ changes: {}, differs: ['name'] });
  const sent = { firstName: 'Alice', lastName: 'Cooper' };
  expect(plan({ stored: { firstName: 'Alice' }, sent }).changes).toEqual({ lastName: 'Cooper' });
});

test('a full name in the first-name field is the same name', () => {
  const stored = { ...alice, firstName: 'Alice Cooper', lastName: '' };
  expect(plan({ stored, sent: alice })).toEqual({ changes: {}, differs: [] });
});

test('a lead changes what it wrote itself', () => {
  const sent = { ...alice, email: 'alice.cooper@example.com', firstName: 'Alicia' };
  expect(plan({ stored: alice, sent, written: alice })).toEqual({
    changes: { firstName: 'Alicia', email: 'alice.cooper@example.com' },
    differs: [],
  });
});

test('a lead does not change its own value after somebody else has changed it', () => {
  const stored = { ...alice, email: 'corrected@example.com' };
  const sent = { ...alice, email: 'alice.cooper@example.com' };
  expect(plan({ stored, sent, written: alice })).toEqual({ changes: {}, differs: ['email'] });
});

test('a value that was there before is not the lead’s own', () => {
  const sent = { ...alice, email: 'mallory@example.com' };
  expect(plan({ stored: alice, sent, written: { 'contact.campaign': 'spring' } }).differs).toEqual(['email']);
});

test('other fields are kept but not reported', () => {
  expect(
    plan({
      stored: { source: 'Sell Page', 'contact.campaign': 'spring', 'contact.message': '' },
      sent: { source: 'Buy Page', 'contact.campaign': 'autumn', 'contact.message': 'Hello' },
    }),
  ).toEqual({ changes: { 'contact.message': 'Hello' }, differs: [] });
});

test('consent and the unsubscribe link are not added to a contact that may be somebody else', () => {
  const personal = {
    'contact.consent_marketing': 'yes',
    'contact.unsubscribe_link': 'https://site.example/u',
  };
  const sent = { ...alice, ...personal, 'contact.message': 'Hello' };
  expect(plan({ stored: alice, sent }).changes).toEqual({ ...personal, 'contact.message': 'Hello' });
  expect(plan({ stored: { ...alice, email: 'bob@example.com' }, sent })).toEqual({
    changes: { 'contact.message': 'Hello' },
    differs: ['email'],
  });
});

test('a lead can withdraw the consent it wrote, even if other fields differ by now', () => {
  const written = { ...alice, 'contact.consent_marketing': 'yes' };
  const stored = { ...written, email: 'corrected@example.com' };
  const sent = { ...alice, 'contact.consent_marketing': 'no' };
  expect(plan({ stored, sent, written })).toEqual({
    changes: { 'contact.consent_marketing': 'no' },
    differs: ['email'],
  });
});

test('two leads overwrote each other if they wrote different values', () => {
  const bob = {
    firstName: 'Bob',
    lastName: 'cooper',
    email: 'bob@example.com',
    'contact.campaign': 'spring',
  };
  expect(overwrittenIdentityParts(bob, { ...alice, 'contact.campaign': 'autumn' })).toEqual([
    'name',
    'email',
  ]);
  expect(overwrittenIdentityParts(bob, { phone: '+15155550142' })).toEqual([]);
});

describe('tags', () => {
  const ours = { subscription: undefined, differs: [], allowed: null } as const;

  test('without a subscription, only the lead’s tags are added', () => {
    const leadTags = ['Website Lead', 'Market Report'];
    expect(planContactTags({ ...ours, leadTags })).toEqual({ add: leadTags, remove: [], withheld: [] });
  });

  test('a lead does not restore the tag of someone who unsubscribed', () => {
    const leadTags = ['Website Lead', 'Market Report'];
    expect(planContactTags({ ...ours, leadTags, subscription: { unsubscribed_at: 1 } })).toEqual({
      add: ['Website Lead', 'Market Report Unsubscribed'],
      remove: ['Market Report'],
      withheld: [],
    });
  });

  test('subscribing again removes the unsubscribed tag', () => {
    const leadTags = ['Market Report Unsubscribed', 'Seller'];
    expect(planContactTags({ ...ours, leadTags, subscription: { unsubscribed_at: null } })).toEqual({
      add: ['Seller', 'Market Report'],
      remove: ['Market Report Unsubscribed'],
      withheld: [],
    });
  });

  test('a contact that was created elsewhere gets the allowed tags only, in any case', () => {
    const leadTags = ['Website Lead', 'VIP', 'spring-sale', 'Market Report'];
    const allowed = ['website lead', 'Buyer'];
    expect(planContactTags({ ...ours, leadTags, allowed })).toEqual({
      add: ['Website Lead'],
      remove: [],
      withheld: ['VIP', 'spring-sale', 'Market Report'],
    });
    // The subscription is ours, whoever created the contact.
    const subscription = { unsubscribed_at: null };
    expect(planContactTags({ ...ours, leadTags, allowed, subscription }).add).toEqual([
      'Website Lead',
      'Market Report',
    ]);
  });

  const planFor = (differs: 'email' | 'name' | 'phone', unsubscribed_at: number | null | undefined) =>
    [null, ['Seller']].map((allowed) =>
      planContactTags({
        leadTags: ['Seller', 'Market Report'],
        subscription: unsubscribed_at === undefined ? undefined : { unsubscribed_at },
        differs: [differs],
        allowed,
      }),
    );

  test.each([
    ['email', undefined],
    ['name', undefined],
    ['phone', undefined],
    ['email', null],
    ['name', null],
    ['phone', null],
    ['email', 1],
  ] as const)(
    'a contact with another %s gets the tag for a check and no other, if unsubscribed at %s',
    (differs, unsubscribedAt) => {
      const plan = { add: ['Check identity'], remove: [], withheld: ['Seller', 'Market Report'] };
      expect(planFor(differs, unsubscribedAt)).toEqual([plan, plan]);
    },
  );

  test.each(['name', 'phone'] as const)(
    'an unsubscription reaches a contact with the same address and another %s',
    (differs) => {
      const plan = {
        add: ['Check identity', 'Market Report Unsubscribed'],
        remove: ['Market Report'],
        withheld: ['Seller'],
      };
      expect(planFor(differs, 1)).toEqual([plan, plan]);
    },
  );
});
