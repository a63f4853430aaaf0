/** The query parameter that passes the outcome of a WordPress sign-in to the page that opens next. */
export const WORDPRESS_SIGN_IN_OUTCOME_PARAMETER = 'wordpress';

const outcomes = {
  connected: 'Your WordPress account is connected. Pages are now saved in your name.',
  rejected: 'You did not approve it in WordPress. Nothing was changed. Start again when you want it.',
  state:
    'This answer of WordPress belongs to no sign-in that was started in this browser in the last ten minutes. Start again.',
  site: 'Another WordPress answered than the one of this site. Nothing was stored. Start again.',
  unreadable: 'The answer of WordPress is not complete. Start again.',
  refused: 'WordPress does not accept the password that it has just made. Start again.',
  unreachable: 'WordPress did not answer, so your account could not be checked. Try again.',
  'no-posts':
    'Your WordPress account may not write anything, so there is nothing to edit here. Ask an administrator of WordPress for the role Editor.',
} as const;
/** The outcome of signing in with WordPress or of connecting an account, as in the URL. */
export type WordPressSignInOutcome = keyof typeof outcomes;

/** Returns the message for a `WordPressSignInOutcome`; null for any other text. */
export function wordPressSignInMessage(outcome: string | null): string | null {
  return Object.entries(outcomes).find(([name]) => name === outcome)?.[1] ?? null;
}
