import type { WordPressConnectionState } from '../../../src/contracts/operators/wordpress-connection-calls.ts';
import {
  deleteWordPressConnection,
  readWordPressConnection,
  setConnectionInUse,
  storeWordPressConnection,
  type ContentOrigin,
  type StoredConnection,
} from '../../content/connection/stored-connection.ts';
import type { Content } from '../../content/content.ts';
import { parseWordPressUrls } from '../../content/rest/wordpress-urls.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Config } from '../../platform/config/config.ts';
import { ApiError } from '../api/api-error.ts';
import { recordAudit } from '../audit-log.ts';
import { isSameWordPress } from '../editors/authorize-application.ts';
import { createWordPressUserClient, type WordPressUserClient } from '../editors/wordpress-user-client.ts';
import { exchangePluginToken, type ApprovedAccount } from './connect-wordpress.ts';
import type { ContentMoveJob } from './content-move-job.ts';

/** Who performs an action, for the audit log: an operator, or a person in WordPress, who has no id here. */
export interface Actor {
  id: string | null;
  name: string;
  requestId: string;
}

/** The connection of the site to a WordPress: what operators and the companion plugin can do with it. */
export interface SiteConnection {
  stored(): Promise<StoredConnection | null>;
  state(): Promise<WordPressConnectionState>;
  /**
   * Stores an approved account. It replaces an earlier connection, whose password is deleted in WordPress. With
   * `inUse`, the site then shows the content of this WordPress. Throws while the content moves.
   */
  keep(address: string, account: ApprovedAccount, actor: Actor, inUse?: boolean): Promise<void>;
  /**
   * Connects a WordPress at the request of its plugin. Returns the URL of the plugin's screen; null if the screen is at
   * another origin than the WordPress.
   */
  approve(given: { address: string; token: string }, actor: Actor): Promise<string | null>;
  /** Makes the site show the content of the connected WordPress (`inUse`) or its own content. */
  use(inUse: boolean, actor: Actor): Promise<void>;
  /** Starts to move the content to the connected WordPress. When all is moved, the site shows that WordPress. */
  move(actor: Actor): Promise<void>;
  stopMove(): void;
  /** Stops a running move, and deletes the stored connection. The site then shows its own content. */
  forget(actor: Actor): Promise<void>;
}

export interface SiteConnectionOptions {
  config: Pick<Config, 'wordpress'>;
  source: ContentOrigin;
  moveJob: ContentMoveJob;
  content: Pick<Content, 'embedded' | 'settings'>;
  database: Pick<OpenDatabase, 'query'>;
  secrets: readonly string[];
  /** Switches the site to the content source that was chosen. */
  sourceChanged: () => void;
  now: () => number;
}

/** The error of a call that needs a connection, if there is none. */
export const NO_WORDPRESS_CONNECTION_MESSAGE = 'No WordPress is connected. Reload the page.';
/** The error of a call that the current move does not allow. */
export const CONTENT_MOVING_MESSAGE = 'The content is being moved. Wait, or stop that first.';

/** Creates a client for a WordPress that is not configured by environment variables. */
export const createUserClientForUrl = (url: string): WordPressUserClient =>
  createWordPressUserClient({ url, credentials: null, proxy: null, secret: null });

/** Creates the connection. Its methods throw an `ApiError` if the current state does not allow the action. */
export function createSiteConnection(options: SiteConnectionOptions): SiteConnection {
  const { config, source, moveJob: job, content, secrets, sourceChanged, now } = options;
  const { query } = options.database;
  const stored = () => readWordPressConnection(query, secrets);

  function refuseDuringMove(): void {
    if (job.isRunning()) throw new ApiError(409, CONTENT_MOVING_MESSAGE);
  }

  async function show(inUse: boolean): Promise<void> {
    if (!(await setConnectionInUse(query, { inUse, now: now() })))
      throw new ApiError(409, NO_WORDPRESS_CONNECTION_MESSAGE);
    sourceChanged();
  }

  async function keep(
    address: string,
    { credentials, passwordId, secret }: ApprovedAccount,
    actor: Actor,
    inUse = false,
  ): Promise<void> {
    // The move still needs the password that this would delete.
    refuseDuringMove();
    const before = await stored();
    const connectedBy = actor.name;
    const given = { url: address, ...credentials, passwordId, secret, inUse, connectedBy, now: now() };
    await storeWordPressConnection(query, given, secrets);
    const subject = createUserClientForUrl(address).home;
    await recordAudit(query, { operator: actor, action: 'site-wordpress-connected', subject, now: now() });
    if (inUse) sourceChanged();
    // Otherwise, each connection would leave an unused password in WordPress.
    if (before?.wordpress.credentials && before.passwordId !== passwordId) {
      await createUserClientForUrl(before.wordpress.url).revoke(
        before.wordpress.credentials,
        before.passwordId,
      );
    }
  }

  return {
    stored,
    keep,
    async state() {
      const connection = await stored();
      return {
        source: source === 'own' ? (content.embedded ? 'embedded' : 'built-in') : source,
        site: config.wordpress && parseWordPressUrls(config.wordpress.url).home,
        connection: connection && {
          site: parseWordPressUrls(connection.wordpress.url).home,
          username: connection.username,
          hasSecret: connection.wordpress.secret !== null,
          isReadable: connection.wordpress.credentials !== null,
          inUse: connection.inUse,
          fault: connection.fault,
          connectedBy: connection.connectedBy,
          connectedAt: connection.connectedAt,
        },
        move: job.state(),
      };
    },
    async approve({ address, token }, actor) {
      const before = await stored();
      const isSame = before !== null && isSameWordPress(before.wordpress.url, address);
      const inUse = before?.inUse === true;
      if (source === 'environment') throw new ApiError(409, BY_ENVIRONMENT);
      if (inUse && !isSame) {
        const { home } = parseWordPressUrls(before.wordpress.url);
        throw new ApiError(409, `This site shows WordPress at ${home}. Disconnect that one first.`);
      }
      if (!inUse && !content.embedded) throw new ApiError(409, BUILT_IN);
      refuseDuringMove();
      const account = await exchangePluginToken(createUserClientForUrl(address), { token, now: now() });
      await keep(address, account, actor, inUse);
      return URL.parse(account.screen)?.origin === new URL(address).origin ? account.screen : null;
    },
    async use(inUse, actor) {
      refuseDuringMove();
      await show(inUse);
      const action = inUse ? 'site-wordpress-used' : 'site-wordpress-left';
      await recordAudit(query, { operator: actor, action, now: now() });
    },
    async move(actor) {
      const connection = await stored();
      if (!connection?.wordpress.credentials) throw new ApiError(409, NO_WORDPRESS_CONNECTION_MESSAGE);
      if (!content.embedded) throw new ApiError(409, 'This site shows the content of WordPress already.');
      refuseDuringMove();
      job.start(connection.wordpress, () => show(true));
      await recordAudit(query, { operator: actor, action: 'site-content-moved', now: now() });
    },
    stopMove: () => job.stop(),
    async forget(actor) {
      job.stop();
      await deleteWordPressConnection(query);
      await recordAudit(query, { operator: actor, action: 'site-wordpress-disconnected', now: now() });
      sourceChanged();
    },
  };
}

const BY_ENVIRONMENT =
  'The WordPress of this site is set by the environment variable WORDPRESS_API_URL of its server. Change it there; in ' +
  'WordPress, use “Connect by hand”.';
const BUILT_IN =
  'This site shows its built-in content only, because of its environment variables. Remove VITE_USE_MOCK_DATA from them, and restart the server.';
