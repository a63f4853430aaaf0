import { expect, test } from 'vitest';
import { contactTags } from './contact-tags.ts';

test('without a subscription a lead’s tags are all', () => {
  const tags = ['Website Lead', 'Market Report'];
  expect(contactTags(tags, undefined)).toEqual({ add: tags, remove: [] });
});

test('whoever left the report is not tagged with it again by any lead', () => {
  expect(contactTags(['Website Lead', 'Market Report'], { unsubscribed_at: 1 })).toEqual({
    add: ['Website Lead', 'Market Report Unsubscribed'],
    remove: ['Market Report'],
  });
});

test('whoever came back loses the mark of having left', () => {
  expect(contactTags(['Market Report Unsubscribed', 'Seller'], { unsubscribed_at: null })).toEqual({
    add: ['Seller', 'Market Report'],
    remove: ['Market Report Unsubscribed'],
  });
});
