import { unsubscribeToken } from './unsubscribe-token.ts';

/** Path of the page that unsubscribes. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

/** The address at which this e-mail address leaves the market report. `origin` is the site's, without a slash at the end. */
export function unsubscribeLink(origin: string, email: string, secrets: readonly string[]): string {
  return `${origin}${UNSUBSCRIBE_PATH}?t=${unsubscribeToken(email, secrets)}`;
}
