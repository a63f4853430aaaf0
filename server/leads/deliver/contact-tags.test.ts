import { expect, test } from 'vitest';
import { contactTags } from './contact-tags.ts';

test('without a subscription, only the lead’s tags are added', () => {
  const tags = ['Website Lead', 'Market Report'];
  expect(contactTags(tags, undefined)).toEqual({ add: tags, remove: [] });
});

test('a lead does not restore the tag of someone who unsubscribed', () => {
  expect(contactTags(['Website Lead', 'Market Report'], { unsubscribed_at: 1 })).toEqual({
    add: ['Website Lead', 'Market Report Unsubscribed'],
    remove: ['Market Report'],
  });
});

test('subscribing again removes the unsubscribed tag', () => {
  expect(contactTags(['Market Report Unsubscribed', 'Seller'], { unsubscribed_at: null })).toEqual({
    add: ['Seller', 'Market Report'],
    remove: ['Market Report Unsubscribed'],
  });
});

test('a contact that may be another person is tagged for a check', () => {
  const { add } = contactTags(['Seller', 'Market Report'], { unsubscribed_at: null }, ['phone']);
  expect(add).toEqual(['Seller', 'Market Report', 'Check identity']);
});

test.each([undefined, { unsubscribed_at: null }, { unsubscribed_at: 1 }])(
  'with another e-mail address, a contact is neither subscribed nor unsubscribed: %o',
  (subscription) => {
    expect(contactTags(['Seller', 'Market Report'], subscription, ['email'])).toEqual({
      add: ['Seller', 'Check identity'],
      remove: [],
    });
  },
);
