import { expect, test } from 'vitest';
import { phoneAsTypedIfDifferent } from '../../src/contracts/leads/format-phone.ts';
import { normalisePhone } from './contact-details.ts';

const typed = (phone: string) => phoneAsTypedIfDifferent(phone, normalisePhone(phone) ?? null);

test.each([
  '(515) 555-0142',
  '515.555.0142',
  '+1 515 555 0142',
  '1-515-555\u20110142',
  '5155550142',
  '+49 30 901820',
])('the number contains all of %j', (phone) => {
  expect(normalisePhone(phone)).toBeDefined();
  expect(typed(phone)).toBeNull();
});

test.each(['515-555-0142 ext. 204', '(515) 555-0142 x204', '515-555-0142 #3', '515-555-0142, ask for Jane'])(
  'a text with more than the number is returned as typed: %j',
  (phone) => {
    expect(normalisePhone(phone)).toMatch(/^\+1515555\d{4}$/);
    expect(typed(phone)).toBe(phone);
  },
);

test('without a dialed number, the typed number is not repeated', () => {
  expect(phoneAsTypedIfDifferent('call me', null)).toBeNull();
  expect(phoneAsTypedIfDifferent(null, null)).toBeNull();
});
