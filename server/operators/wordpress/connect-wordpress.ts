import { randomBytes } from 'node:crypto';
import { WordPressWriterError } from '../../content/rest/wordpress-writer.ts';
import type { WordPressConnectionOutcome } from '../../../src/contracts/operators/wordpress-connection-calls.ts';
import { ApiError } from '../api/api-error.ts';
import { isSameWordPress, parseApprovalResponse } from '../editors/authorize-application.ts';
import type { WordPressCredentials, WordPressUserClient } from '../editors/wordpress-user-client.ts';

/** A WordPress account that an operator approved for this site. `passwordId` is the id of its application password. */
export interface ApprovedAccount {
  credentials: WordPressCredentials;
  passwordId: string;
  /** The secret that is shared with the companion plugin; null if it has to be copied by hand. */
  secret: string | null;
}

/**
 * Reads WordPress's response to an approval request, checks the account, and gives the companion plugin a new secret.
 * Returns the account, or why it cannot be used. If the account may not edit the pages of others, its application
 * password is deleted in WordPress.
 */
export async function completeSiteApproval(
  query: unknown,
  { people, origin }: { people: WordPressUserClient; origin: string },
): Promise<ApprovedAccount | Exclude<WordPressConnectionOutcome, 'connected'>> {
  const answer = parseApprovalResponse(query);
  if (answer.kind !== 'approved') return answer.kind;
  const site = await people.approval().catch(() => null);
  if (!site) return 'unreachable';
  if (!isSameWordPress(answer.site, site.site) && !isSameWordPress(answer.site, people.home)) return 'site';
  const credentials = { username: answer.login, appPassword: answer.password };
  try {
    const { capabilities } = await people.who(credentials);
    const passwordId = await people.passwordId(credentials);
    if (!capabilities.includes('edit_others_pages')) {
      await people.revoke(credentials, passwordId);
      return 'no-pages';
    }
    return { credentials, passwordId, secret: await shareSecret(people, credentials, origin) };
  } catch (error) {
    return error instanceof WordPressWriterError && error.status !== 401 ? 'unreachable' : 'refused';
  }
}

/**
 * Sends the companion plugin the token of its connection request and a new secret, and checks the account that it
 * returns. `screen` is the URL of the plugin's screen. Throws an `ApiError` with a fix if there is no usable account.
 * If the plugin returned one, it is asked to delete its connection and the account's password for this site.
 */
export async function exchangePluginToken(
  people: WordPressUserClient,
  { token, now }: { token: string; now: number },
): Promise<ApprovedAccount & { secret: string; screen: string }> {
  const secret = newSecret();
  const account = await people.exchange(token, secret).catch((error: unknown) => {
    if (!(error instanceof WordPressWriterError)) throw error;
    throw new ApiError(error.status === null ? 503 : 409, `${error.message} Nothing was connected.`, {
      cause: error,
    });
  });
  try {
    const { capabilities } = await people.who(account.credentials);
    if (capabilities.includes('edit_others_pages')) return { ...account, secret };
  } catch (error) {
    await people.endConnection(secret, now);
    if (!(error instanceof WordPressWriterError)) throw error;
    throw new ApiError(502, `${NOT_ACCEPTED} ${error.message}`, { cause: error });
  }
  await people.endConnection(secret, now);
  throw new ApiError(409, 'This WordPress account may not edit pages. Connect as an administrator.');
}

const NOT_ACCEPTED =
  'WordPress does not accept the password that it has just made, so nothing was connected. Its server may remove the header ' +
  '“Authorization” (Apache with CGI or FastCGI: add “SetEnvIf Authorization "(.*)" HTTP_AUTHORIZATION=$1” to .htaccess), or a ' +
  'security plugin may refuse application passwords.';

const newSecret = () => randomBytes(36).toString('base64url');

/**
 * Gives the companion plugin the site's address and a new secret. Returns the secret; null if this fails, for example
 * because the plugin is missing, the account may not manage its settings, or `wp-config.php` sets them.
 */
async function shareSecret(
  people: WordPressUserClient,
  credentials: WordPressCredentials,
  origin: string,
): Promise<string | null> {
  const secret = newSecret();
  try {
    await people.writer(credentials).post('/lintel/v1/connection', { url: origin, secret });
    return secret;
  } catch (error) {
    if (error instanceof WordPressWriterError) return null;
    throw error;
  }
}
