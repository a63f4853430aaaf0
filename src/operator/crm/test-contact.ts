import type { TestContactInput } from '../../contracts/operators/crm-calls.ts';

/** The texts of the form. */
export type TestContact = Record<keyof TestContactInput, string>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The minimum number of digits in a phone number, as specified. */
const PHONE_DIGITS = 10;

/** Returns the error messages for a test contact, by field. */
export function testContactFaults(contact: TestContact): Partial<Record<keyof TestContact, string>> {
  const { firstName, lastName, email, phone } = contact;
  return {
    ...(firstName === '' && { firstName: 'First name is required' }),
    ...(lastName === '' && { lastName: 'Last name is required' }),
    ...(!isGoodEmail(email, phone) && { email: 'Please enter a valid email' }),
    ...(phone !== '' &&
      phone.replace(/\D/g, '').length < PHONE_DIGITS && { phone: 'Please enter a valid phone number' }),
  };
}

/** Whether the email address is valid or may be empty, because the CRM accepts a contact with only a phone number. */
function isGoodEmail(email: string, phone: string): boolean {
  return EMAIL.test(email) || (email === '' && phone !== '');
}
