import { ContentFault } from './content-fault.ts';
import { isObject } from './raw-value.ts';
import type { WordPressClient } from './wordpress-client.ts';

/**
 * Asks WordPress who we are: a wrong password can read public content like a stranger, so a good answer elsewhere
 * proves nothing. Tells the mend when we are nobody, or may not see drafts. Never rejects.
 */
export async function verifyAccess(client: WordPressClient, tell: (message: string) => void): Promise<void> {
  if (!client.signedIn) {
    tell(
      `WordPress at ${client.home} is read anonymously: drafts of known pages show their built-in content, and ` +
        'menus need the menus plugin. Set WORDPRESS_USERNAME and WORDPRESS_APP_PASSWORD to change that.',
    );
    return;
  }
  try {
    const user = await client.get('/wp/v2/users/me', { context: 'edit', _fields: 'id,capabilities' });
    const abilities = isObject(user) && isObject(user.capabilities) ? user.capabilities : {};
    if (abilities.edit_others_pages !== true) {
      tell(
        'WORDPRESS_USERNAME may not edit pages of others: drafts cannot be told from missing pages. Give the ' +
          'account the role Editor.',
      );
    }
  } catch (error) {
    tell(
      error instanceof ContentFault
        ? error.message
        : `WordPress at ${client.home} cannot be asked who we are.`,
    );
  }
}
