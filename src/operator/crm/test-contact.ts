/** The body of POST /api/leads/ghl. */
export interface TestContact {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  message: string;
  locationId: string;
}

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

/** The CRM accepts a contact with an email address or a phone number. If both are missing, the email is required. */
function isGoodEmail(email: string, phone: string): boolean {
  return EMAIL.test(email) || (email === '' && phone !== '');
}
