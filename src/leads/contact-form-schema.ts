import { emailText, inquiryType, phoneText, requiredText, stepFields } from './field-schemas.ts';

/** Name, e-mail, phone and what it is about: the contact form, and step 2 of the short form. */
export const contactDetails = stepFields({
  firstName: requiredText(1, 'First name is required'),
  lastName: requiredText(1, 'Last name is required'),
  email: emailText('Please enter a valid email'),
  phone: phoneText('Please enter a valid phone number'),
  inquiryType,
});
