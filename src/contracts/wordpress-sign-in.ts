/* The API for a person's own WordPress account, shared by the server and the operators' screens. */

/** GET /api/operators/wordpress */
export interface WordPressAccountInfo {
  /** The URL of the WordPress site; null if none is configured, so that no account can be connected. */
  site: string | null;
  /** The person's own account; null if none is connected. */
  own: { name: string; login: string; connectedAt: number } | null;
  /** The login of the configured account, which operators without their own account use; null if there is none. */
  shared: string | null;
}

/** POST /api/operators/wordpress/sign-in and POST /api/operators/wordpress/connect, body `{ to }` */
export interface WordPressSignInStart {
  /** The page of WordPress where the person approves. */
  url: string;
}

/** POST /api/operators/wordpress/disconnect */
export interface WordPressDisconnected {
  /** Whether the password was deleted in WordPress too. If not, it must be deleted there by hand. */
  deletedInWordPress: boolean;
}

/** The query parameter that tells the page after a WordPress sign-in how it ended. */
export const OUTCOME_PARAMETER = 'wordpress';

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
export type WordPressOutcome = keyof typeof outcomes;

/** Returns the message for an outcome; null for any other value. */
export function outcomeWords(outcome: string | null): string | null {
  return Object.entries(outcomes).find(([name]) => name === outcome)?.[1] ?? null;
}
