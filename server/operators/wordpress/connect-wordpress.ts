import { randomBytes } from 'node:crypto';
import { WriteError } from '../../content/rest/wordpress-writer.ts';
import type { ConnectionOutcome } from '../../../src/contracts/operators/wordpress-connection-calls.ts';
import { isSameSite, readApproval } from '../editors/authorize-application.ts';
import type { Credentials, WordPressPeople } from '../editors/wordpress-people.ts';

/** An account of a WordPress that an operator approved for this site. */
export interface ApprovedAccount {
  credentials: Credentials;
  passwordId: string;
  /** The secret that the companion plugin has now, too; null if it has to be copied by hand. */
  secret: string | null;
}

/**
 * Reads WordPress's answer to the approval, and checks the account. Returns why it cannot be used, or the account. Its
 * password is deleted in WordPress if the account may not edit pages.
 */
export async function approvedAccount(
  query: unknown,
  { people, origin }: { people: WordPressPeople; origin: string },
): Promise<ApprovedAccount | Exclude<ConnectionOutcome, 'connected'>> {
  const answer = readApproval(query);
  if (answer.kind !== 'approved') return answer.kind;
  const site = await people.approval().catch(() => null);
  if (!site) return 'unreachable';
  if (!isSameSite(answer.site, site.site) && !isSameSite(answer.site, people.home)) return 'site';
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
    return error instanceof WriteError && error.status !== 401 ? 'unreachable' : 'refused';
  }
}

/**
 * Gives the companion plugin the site's address and a new secret. Returns the secret; null if the plugin is not there, if
 * the account may not manage its settings, or if `wp-config.php` sets them.
 */
async function shareSecret(
  people: WordPressPeople,
  credentials: Credentials,
  origin: string,
): Promise<string | null> {
  const secret = randomBytes(36).toString('base64url');
  try {
    await people.writer(credentials).post('/lintel/v1/connection', { url: origin, secret });
    return secret;
  } catch (error) {
    if (error instanceof WriteError) return null;
    throw error;
  }
}
