/** What POST /api/leads/ghl takes. */
export interface TestContact {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  message: string;
  locationId: string;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The specified least digits of a phone number. */
const PHONE_DIGITS = 10;

/** What is wrong with a test contact, by field. */
export function testContactFaults(contact: TestContact): Partial<Record<keyof TestContact, string>> {
  const { firstName, lastName, email, phone } = contact;
  return {
    ...(firstName === '' && { firstName: 'First name is required' }),
    ...(lastName === '' && { lastName: 'Last name is required' }),
    ...(!EMAIL.test(email) && { email: 'Please enter a valid email' }),
    ...(phone !== '' &&
      phone.replace(/\D/g, '').length < PHONE_DIGITS && { phone: 'Please enter a valid phone number' }),
  };
}
