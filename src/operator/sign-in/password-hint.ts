/** The hint for every new password. The server enforces the rule (`server/operators/sign-in/passwords.ts`). */
export const PASSWORD_HINT = 'At least 12 characters. A few words in a row are easy to remember.';
