import { z } from 'zod';
import { plainAddress, requestHeaders } from '../../content/rest/wordpress-client.ts';
import { restRoot } from '../../content/rest/rest-root.ts';
import { createWordPressWriter, type WordPressWriter } from '../../content/rest/wordpress-writer.ts';
import type { WordPressConfig } from '../../platform/config/config.ts';
import { fetchWithinOrigin } from '../../platform/security/fetch-within-origin.ts';
import { fetchWithTimeLimit } from '../../platform/async/time-limit.ts';

export type Credentials = NonNullable<WordPressConfig['credentials']>;

/** A user of WordPress. */
export interface WordPressPerson {
  user: number;
  login: string;
  name: string;
  /** Names such as `edit_pages`. */
  capabilities: readonly string[];
}

/** Requests to WordPress about its users, made with their own credentials. */
export interface WordPressPeople {
  /** The URL of the configured WordPress. */
  home: string;
  /** Returns a writer that acts as this person. */
  writer(credentials: Credentials): WordPressWriter;
  /** Returns the screen where people approve an application, and WordPress's own address; null if passwords are off. */
  approval(): Promise<{ screen: string; site: string } | null>;
  /** Returns the person to whom the credentials belong. Throws a `WriteError`. */
  who(credentials: Credentials): Promise<WordPressPerson>;
  /** Returns the id of the application password. Throws a `WriteError`. */
  passwordId(credentials: Credentials): Promise<string>;
  /** Deletes the application password in WordPress. Returns whether it is gone. */
  revoke(credentials: Credentials, passwordId: string): Promise<boolean>;
}

/** Time limit in milliseconds. A person waits for each of these requests. */
const TIME_LIMIT_MS = 30_000;

const index = z.object({
  url: z.string(),
  authentication: z
    .object({
      'application-passwords': z.object({
        endpoints: z.object({ authorization: z.url({ protocol: /^https?$/ }) }),
      }),
    })
    .optional()
    .catch(undefined),
});
const me = z.object({
  id: z.number(),
  username: z.string(),
  name: z.string(),
  capabilities: z.record(z.string(), z.boolean()).catch({}),
});
const password = z.object({ uuid: z.string().regex(/^[\w-]+$/) });
const refusal = z.object({ code: z.string().nullable().catch(null) });
const PASSWORDS = '/wp/v2/users/me/application-passwords';

/** Creates a client for requests about the users of the configured WordPress. */
export function createWordPressPeople(config: WordPressConfig, send: typeof fetch = fetch): WordPressPeople {
  const root = restRoot(config.url);
  const limited = fetchWithTimeLimit(fetchWithinOrigin(send), TIME_LIMIT_MS);
  const writer = (credentials: Credentials | null) =>
    createWordPressWriter({ ...config, credentials }, limited);
  return {
    home: root.home,
    writer,
    async approval() {
      const { url, authentication } = index.parse(
        await writer(config.credentials).get('/', { _fields: 'url,authentication' }),
      );
      const screen = authentication?.['application-passwords'].endpoints.authorization;
      return screen === undefined ? null : { screen, site: url };
    },
    async who(credentials) {
      const { id, username, name, capabilities } = me.parse(
        await writer(credentials).get('/wp/v2/users/me', {
          context: 'edit',
          _fields: 'id,username,name,capabilities',
        }),
      );
      const granted = Object.keys(capabilities).filter((each) => capabilities[each]);
      return { user: id, login: username, name: name || username, capabilities: granted };
    },
    async passwordId(credentials) {
      return password.parse(await writer(credentials).get(`${PASSWORDS}/introspect`)).uuid;
    },
    async revoke(credentials, passwordId) {
      try {
        const response = await limited(plainAddress(root, `${PASSWORDS}/${passwordId}`, {}), {
          method: 'DELETE',
          headers: requestHeaders({ ...config, credentials }, 'signed in'),
        });
        const answer: unknown = await response.json();
        const { code } = refusal.parse(answer);
        // WordPress refuses a password that has already been deleted, so a refusal also means that it is gone.
        return response.ok || isAccountRefused({ status: response.status, code });
      } catch {
        return false;
      }
    },
  };
}

const REFUSALS = new Set([
  'incorrect_password',
  'invalid_username',
  'invalid_email',
  'application_passwords_disabled',
  'application_passwords_disabled_for_user',
]);

/** Returns whether WordPress refuses the account itself, not only this request. */
export function isAccountRefused({ status, code }: { status: number | null; code: string | null }): boolean {
  return status === 401 && code !== null && REFUSALS.has(code);
}
