/** The maximum lengths of a form's fields in characters (e-mail: RFC 5321; phone numbers may include words). */
export const MAX_FORM_CHARACTERS = {
  name: 100,
  email: 254,
  phone: 60,
  message: 5000,
  contactMessage: 2000,
} as const;
