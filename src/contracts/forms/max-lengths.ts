/**
 * The maximum lengths of form fields, in characters. The limit for e-mail addresses is from RFC 5321. The limit for
 * phone numbers leaves room for words, such as "extension". `contactMessage` is for the contact form, `message` for the
 * others.
 */
export const MAX_FORM_FIELD_CHARACTERS = {
  name: 100,
  email: 254,
  phone: 60,
  message: 5000,
  contactMessage: 2000,
} as const;
