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
    ...(!isGoodEmail(email, phone) && { email: 'Please enter a valid email' }),
    ...(phone !== '' &&
      phone.replace(/\D/g, '').length < PHONE_DIGITS && { phone: 'Please enter a valid phone number' }),
  };
}

/** The CRM takes a contact with either; we ask for the e-mail address where there is neither. */
function isGoodEmail(email: string, phone: string): boolean {
  return EMAIL.test(email) || (email === '' && phone !== '');
}
