import { expect, it } from 'vitest';
import { stepCount, stepErrors } from './all-forms.ts';

const person = { firstName: 'Ada', lastName: 'King', email: 'ada@example.com', phone: '515-555-0100' };

it('requires a phone number or an e-mail address in the short form and the market report', () => {
  const wrong = { contact: 'Please enter a valid phone number or email.' };
  for (const form of ['quick-lead-form', 'market-report-form'] as const) {
    for (const contact of ['', '555-0100', 'ada@', 'a b@c.de']) {
      expect(stepErrors(form, 1, { contact })).toEqual(wrong);
    }
    expect(stepErrors(form, 1, {})).toEqual(wrong);
    for (const contact of ['(515) 555-0100', ' ada@example.com ', 'jane..doe@example.com']) {
      expect(stepErrors(form, 1, { contact })).toEqual({});
    }
  }
});

it('accepts a phone number among words, and rejects text that is too long for a field', () => {
  const words = 'Call me at 515-555-1234 after 5pm, ask for Jane';
  const long = { contact: words.padEnd(61, '.') };
  for (const form of ['quick-lead-form', 'market-report-form'] as const) {
    expect(stepErrors(form, 1, { contact: words })).toEqual({});
    expect(stepErrors(form, 1, long)).toEqual({ contact: 'Please shorten this' });
    expect(stepErrors(form, 1, { contact: `${'a'.repeat(60)}@example.com` })).toEqual({});
  }
  expect(stepErrors('quick-lead-form', 2, { ...person, phone: words })).toEqual({});
  expect(stepErrors('contact-form', 1, { ...person, phone: long.contact })).toEqual({
    phone: 'Please shorten this',
  });
});

it('reports what is missing in the details of the short form', () => {
  const [form, step] = ['quick-lead-form', 2] as const;
  const messages = {
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: 'Please enter a valid email',
    phone: 'Please enter a valid phone number',
  };
  expect(stepErrors(form, step, {})).toEqual(messages);
  expect(stepErrors(form, step, { firstName: ' ', lastName: '', email: 'x', phone: '555' })).toEqual(
    messages,
  );
  expect(stepErrors(form, step, person)).toEqual({});
  expect(stepErrors(form, step, { ...person, inquiryType: 'both' })).toEqual({});
  expect(stepErrors(form, step, { ...person, inquiryType: 'renting' })).toEqual({
    inquiryType: 'Please choose one of these',
  });
});

it('requires a name, and an e-mail address or a phone number, in the contact form', () => {
  const { email, phone, ...names } = person;
  const neither = 'Please provide either a valid phone number or email address';
  const errors = (values: Record<string, string>) => stepErrors('contact-form', 1, values);
  expect(errors({})).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
    email: neither,
  });
  expect(errors({ ...names, email: ' ', phone: '' })).toEqual({ email: neither });
  expect(errors({ ...names, email })).toEqual({});
  expect(errors({ ...names, phone })).toEqual({});
  expect(errors({ ...names, email, phone: '555' })).toEqual({ phone: 'Please enter a valid phone number' });
  expect(errors({ ...names, email: 'x', phone })).toEqual({ email: 'Please enter a valid email' });
  expect(errors({ ...person, message: 'm'.repeat(2000) })).toEqual({});
  expect(errors({ ...person, message: 'm'.repeat(2001) })).toEqual({ message: 'Please shorten this' });
  expect(errors({ ...person, inquiryType: 'buying: My first home: where to start?' })).toEqual({});
  expect(errors({ ...person, inquiryType: 'renting: A flat' })).toEqual({
    inquiryType: 'Please choose one of these',
  });
});

it('requires name, e-mail address and area in the market report', () => {
  const messages = {
    name: 'Name must be at least 2 characters.',
    email: 'Please enter a valid email address.',
    areas: 'Please select an area of interest.',
  };
  expect(stepErrors('market-report-form', 2, {})).toEqual(messages);
  expect(stepErrors('market-report-form', 2, { name: 'A', email: 'a', areas: '' })).toEqual(messages);
  for (const areas of ['west-des-moines', 'ankeny', 'beaverdale', 'all']) {
    expect(stepErrors('market-report-form', 2, { name: 'Al', email: 'a@example.com', areas })).toEqual({});
  }
});

it('requires only the chosen contact method in the two-step form', () => {
  const neither = 'Please provide either a valid phone number or email address';
  expect(stepErrors('lead-form', 1, {})).toEqual({ contactMethod: neither });
  const badPhone = { phone: 'Please enter a valid phone number' };
  expect(stepErrors('lead-form', 1, { contactMethod: 'phone' })).toEqual(badPhone);
  expect(stepErrors('lead-form', 1, { contactMethod: 'phone', phone: ' ', email: 'x' })).toEqual(badPhone);
  expect(stepErrors('lead-form', 1, { contactMethod: 'email', email: '', phone: '1' })).toEqual({
    email: 'Please enter a valid email address',
  });
  expect(stepErrors('lead-form', 1, { contactMethod: 'phone', phone: '555-0100' })).toEqual(badPhone);
  const tooLong = { contactMethod: 'phone', phone: '+1 (515) 555 - 0100 - 1' };
  expect(stepErrors('lead-form', 1, tooLong)).toEqual(badPhone);
  expect(stepErrors('lead-form', 1, { contactMethod: 'phone', phone: '+1 (515) 555 - 01000' })).toEqual({});
  expect(stepErrors('lead-form', 1, { contactMethod: 'email', email: 'a@b' })).toEqual({
    email: 'Please enter a valid email address',
  });
});

it('requires only the name in the two-step form’s details', () => {
  expect(stepErrors('lead-form', 2, {})).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
  });
  const name = { firstName: 'Ada', lastName: 'King' };
  expect(stepErrors('lead-form', 2, { ...name, email: '', phone: '', source: '', message: '' })).toEqual({});
  expect(stepErrors('lead-form', 2, { ...name, email: 'x', phone: '5', source: 'Radio' })).toEqual({
    email: 'Please enter a valid email address',
    phone: 'Please enter a valid phone number',
    source: 'Please choose one of these',
  });
});

it('returns the number of steps', () => {
  expect(stepCount('contact-form')).toBe(1);
  expect(stepCount('lead-form')).toBe(2);
  expect(() => stepErrors('contact-form', 2, {})).toThrow('The form "contact-form" has no step 2.');
});
