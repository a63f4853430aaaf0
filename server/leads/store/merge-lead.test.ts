import { describe, expect, test } from 'vitest';
import type { Submission } from './intake-job.ts';
import { isSameLeadContent, mergeLead } from './merge-lead.ts';

const submission = (changes: Partial<Submission> = {}): Submission => ({
  form: 'lead-form',
  step: '1',
  email: 'ann@example.com',
  tags: ['Website Lead'],
  suspicions: [],
  ...changes,
});
const touch = (landing: string) => ({ first: { landing, at: '' }, last: { landing, at: '' } });

const stored = mergeLead(
  undefined,
  submission({ phone: '(515) 555-0123', phoneE164: '+15155550123', message: 'Hello' }),
);

describe('texts', () => {
  test('of a first submission are stored; what it does not have is null', () => {
    expect(stored).toMatchObject({
      email: 'ann@example.com',
      message: 'Hello',
      first_name: null,
      notes: null,
    });
  });

  test('that are sent later replace earlier ones', () => {
    expect(mergeLead(stored, submission({ email: 'anne@example.com', message: 'Bye' }))).toMatchObject({
      email: 'anne@example.com',
      message: 'Bye',
    });
  });

  test.each([{}, { email: '', phone: '', message: '' }])('never erase: %o', (empty) => {
    const later = { form: 'lead-form', step: '1', tags: [], suspicions: [], ...empty } as const;
    expect(mergeLead(stored, later)).toEqual(stored);
  });
});

describe('a phone number', () => {
  test('that cannot be parsed does not keep the E.164 form of the earlier one', () => {
    expect(mergeLead(stored, submission({ phone: '555 0199 ext' }))).toMatchObject({
      phone: '555 0199 ext',
      phone_e164: null,
    });
  });

  test('stays with its E.164 form if none is sent', () => {
    expect(mergeLead(stored, submission())).toMatchObject({
      phone: '(515) 555-0123',
      phone_e164: '+15155550123',
    });
  });
});

test('tags accumulate, each once', () => {
  expect(mergeLead(stored, submission({ tags: ['Buyer', 'Website Lead'] })).tags).toBe(
    '["Website Lead","Buyer"]',
  );
});

test('the first attribution stays', () => {
  const first = mergeLead(undefined, submission({ attribution: touch('/buy') }));
  expect(mergeLead(first, submission({ attribution: touch('/sell') })).attribution).toBe(first.attribution);
  expect(mergeLead(stored, submission({ attribution: touch('/sell') })).attribution).toBe(
    JSON.stringify(touch('/sell')),
  );
});

describe('the form', () => {
  test('is the last one that was sent', () => {
    expect(mergeLead(stored, submission({ form: 'quick-lead-form' })).form).toBe('quick-lead-form');
  });

  test('is not replaced by a payload without a form', () => {
    expect(mergeLead(stored, submission({ form: 'api' })).form).toBe('lead-form');
    expect(mergeLead(undefined, submission({ form: 'api' })).form).toBe('api');
  });
});

test.each<[string, Partial<Submission>, 'contact' | 'details']>([
  ['the first of two steps', {}, 'contact'],
  ['the second step', { step: '2' }, 'details'],
  ['a subscription', { form: 'market-report-form', step: 'subscription' }, 'details'],
  ['a form with a single step', { form: 'contact-form' }, 'details'],
  ['a payload without a form or a name', { form: 'api' }, 'contact'],
  ['a payload without a form, with a name', { form: 'api', firstName: 'Ann' }, 'details'],
])('progress after %s', (_what, changes, progress) => {
  expect(mergeLead(undefined, submission(changes)).progress).toBe(progress);
});

test('progress never goes back', () => {
  const detailed = mergeLead(stored, submission({ step: '2' }));
  expect(mergeLead(detailed, submission()).progress).toBe('details');
});

test('a lead is the same only if every merged column is', () => {
  expect(isSameLeadContent(stored, mergeLead(stored, submission()))).toBe(true);
  expect(isSameLeadContent(stored, mergeLead(stored, submission({ tags: ['Buyer'] })))).toBe(false);
  expect(isSameLeadContent(stored, mergeLead(stored, submission({ message: 'Bye' })))).toBe(false);
});
