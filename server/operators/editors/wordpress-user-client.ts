import { z } from 'zod';
import { plainRestUrl, wordPressRequestHeaders } from '../../content/rest/wordpress-client.ts';
import { parseWordPressUrls } from '../../content/rest/wordpress-urls.ts';
import { PLUGIN_SIGNATURE_HEADER, signRequest } from '../../content/rest/signed-request.ts';
import {
  createWordPressWriter,
  WordPressWriterError,
  type WordPressWriter,
} from '../../content/rest/wordpress-writer.ts';
import type { WordPressConfig } from '../../platform/config/config.ts';
import { createSameOriginFetch } from '../../platform/security/same-origin-fetch.ts';
import { createTimeoutFetch } from '../../platform/async/timeout.ts';

/** The user name and application password of a WordPress account. */
export type WordPressCredentials = NonNullable<WordPressConfig['credentials']>;

/** A WordPress user, as the REST API describes it. */
export interface WordPressUser {
  /** The user's id in WordPress. */
  user: number;
  login: string;
  name: string;
  /** Names such as `edit_pages`. */
  capabilities: readonly string[];
}

/** Requests to WordPress about its users, most of them made with the users' own credentials. */
export interface WordPressUserClient {
  /** The URL of the WordPress. */
  home: string;
  /** Returns a writer that acts as this person. */
  writer(credentials: WordPressCredentials): WordPressWriter;
  /**
   * Returns the URL of the screen where people approve an application, and WordPress's own URL; null if application
   * passwords are turned off. Throws a `WordPressWriterError` or `ZodError` if WordPress cannot be read.
   */
  approval(): Promise<{ screen: string; site: string } | null>;
  /**
   * Returns the user of the credentials. Throws a `WordPressWriterError` if WordPress refuses or does not respond, and
   * a `ZodError` if the response is not a user.
   */
  who(credentials: WordPressCredentials): Promise<WordPressUser>;
  /**
   * Returns the application password's id. Throws a `WordPressWriterError` if WordPress refuses or does not respond,
   * and a `ZodError` if the response has no id.
   */
  passwordId(credentials: WordPressCredentials): Promise<string>;
  /**
   * Deletes the application password in WordPress. Returns true if WordPress deleted it or does not know it. Returns
   * false if application passwords are turned off, because it would work again once they are turned on.
   */
  revoke(credentials: WordPressCredentials, passwordId: string): Promise<boolean>;
  /**
   * Sends the companion plugin the token of its connection request and a new secret, and receives an account. Throws a
   * `WordPressWriterError` if WordPress refuses or does not respond, or if the plugin is missing.
   */
  exchange(token: string, secret: string): Promise<PluginIssuedAccount>;
  /** Makes the companion plugin delete the connection with this secret. Returns whether this succeeded. */
  endConnection(secret: string, now: number): Promise<boolean>;
}

/** The account that the companion plugin made for this site. */
export interface PluginIssuedAccount {
  credentials: WordPressCredentials;
  passwordId: string;
  /** The URL of the plugin's screen. */
  screen: string;
}

/** Time limit of each request in milliseconds, because a person waits for the response. */
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
const refusalText = z.object({ code: z.string(), message: z.string() });
const exchanged = z.object({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(200),
  uuid: z.string().regex(/^[\w-]+$/),
  screen: z.url({ protocol: /^https?$/ }),
});
const PASSWORDS = '/wp/v2/users/me/application-passwords';

/** Creates a client for requests about the users of a WordPress. */
export function createWordPressUserClient(
  config: WordPressConfig,
  send: typeof fetch = fetch,
): WordPressUserClient {
  const root = parseWordPressUrls(config.url);
  const limited = createTimeoutFetch(createSameOriginFetch(send), TIME_LIMIT_MS);
  const writer = (credentials: WordPressCredentials | null) =>
    createWordPressWriter({ ...config, credentials }, limited);
  return {
    home: root.home,
    writer,
    async approval() {
      const read = (credentials: WordPressCredentials | null) =>
        writer(credentials).get('/', { _fields: 'url,authentication' });
      const answer = await read(config.credentials).catch((error: unknown) => {
        // With invalid credentials, WordPress refuses even the data that everybody may read.
        if (error instanceof WordPressWriterError && isWordPressAccountRefused(error)) return read(null);
        throw error;
      });
      const { url, authentication } = index.parse(answer);
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
        const response = await limited(plainRestUrl(root, `${PASSWORDS}/${passwordId}`, {}), {
          method: 'DELETE',
          headers: wordPressRequestHeaders({ ...config, credentials }, 'signed in'),
        });
        const answer: unknown = await response.json();
        const { code } = refusal.parse(answer);
        // WordPress refuses the account if the password has already been deleted.
        return (
          response.ok || (!isTurnedOff(code) && isWordPressAccountRefused({ status: response.status, code }))
        );
      } catch {
        return false;
      }
    },
    async exchange(token, secret) {
      let response: Response;
      let answer: unknown;
      try {
        response = await limited(plainRestUrl(root, EXCHANGE, {}), {
          method: 'POST',
          headers: { ...wordPressRequestHeaders(config, 'anonymous'), 'Content-Type': 'application/json' },
          body: JSON.stringify({ token, secret }),
        });
        answer = parsed(await response.text());
      } catch (error) {
        const cause = error instanceof Error ? (error.cause ?? error) : error;
        throw new WordPressWriterError(
          `WordPress does not answer this server at ${root.home} (${cause instanceof Error ? cause.message : String(cause)}).`,
        );
      }
      const read = exchanged.safeParse(answer);
      if (response.ok && read.success) {
        const { username, password: appPassword, uuid: passwordId, screen } = read.data;
        return { credentials: { username, appPassword }, passwordId, screen };
      }
      const said = refusalText.safeParse(answer).data;
      if (response.status === 401 && !said && response.headers.has('www-authenticate')) {
        throw new WordPressWriterError(
          `${root.home} is behind a password of its web server. ${BY_HAND}`,
          401,
        );
      }
      throw new WordPressWriterError(
        said?.code === 'rest_no_route' || !said
          ? `What answers at ${root.home} (status ${response.status}) has no companion plugin of this version.`
          : said.message,
        response.status,
        said?.code ?? null,
      );
    },
    async endConnection(secret, now) {
      try {
        const response = await limited(plainRestUrl(root, END, {}), {
          method: 'POST',
          headers: {
            ...wordPressRequestHeaders(config, 'anonymous'),
            [PLUGIN_SIGNATURE_HEADER]: signRequest({ method: 'POST', route: END }, { secret, now }),
          },
        });
        await response.body?.cancel();
        return response.ok;
      } catch {
        return false;
      }
    },
  };
}

const BY_HAND =
  'Let that server pass requests of this one without it. Or take “Connect by hand” in WordPress, and set ' +
  'WORDPRESS_PROXY_USERNAME and WORDPRESS_PROXY_PASSWORD, too.';

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const EXCHANGE = '/lintel/v1/connection/exchange';
const END = '/lintel/v1/connection/end';

/** The error codes of WordPress's REST API for an account while application passwords are turned off. */
const TURNED_OFF = ['application_passwords_disabled', 'application_passwords_disabled_for_user'];
/** The error codes of WordPress's REST API for an account that it does not accept. */
const REFUSALS = new Set(['incorrect_password', 'invalid_username', 'invalid_email', ...TURNED_OFF]);

function isTurnedOff(code: string | null): boolean {
  return code !== null && TURNED_OFF.includes(code);
}

/** Returns whether WordPress refuses the account itself, not only this request. */
export function isWordPressAccountRefused({
  status,
  code,
}: {
  status: number | null;
  code: string | null;
}): boolean {
  return status === 401 && code !== null && REFUSALS.has(code);
}
