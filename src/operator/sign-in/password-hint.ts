/** Said at every new password; the server holds to it (`server/operators/passwords.ts`). */
export const PASSWORD_HINT = 'At least 12 characters. A few words in a row are easy to remember.';
