import type { Response } from 'express';
import type { Kysely } from 'kysely';
import {
  createWordPressWriter,
  WordPressWriterError,
  type WordPressWriter,
} from '../../content/rest/wordpress-writer.ts';
import type { Content } from '../../content/content.ts';
import { EMBEDDED_SOURCE_CONFIG, type EmbeddedContent } from '../../content/embedded/embedded-content.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { Config, WordPressConfig } from '../../platform/config/config.ts';
import { createTimeoutFetch } from '../../platform/async/timeout.ts';
import { recordAudit } from '../audit-log.ts';
import { endSessions } from '../accounts/operator-accounts.ts';
import { operatorOf, type OperatorIdentity } from '../api/operator-guard.ts';
import {
  findWordPressAccount,
  storeWordPressAccountCheck,
  removeWordPressAccount,
  type ConnectedWordPressAccount,
} from '../editors/wordpress-accounts.ts';
import { createWordPressUserClient, isWordPressAccountRefused } from '../editors/wordpress-user-client.ts';
import { ApiError } from '../api/api-error.ts';
import { toApiError } from './builder/edited-page-store.ts';

/** The account that a request uses to read and write pages. */
export interface EditorAccount {
  /** Unique among all accounts. */
  id: string;
  /** Reads and writes pages with this account; null if there is no account for WordPress. */
  writer: WordPressWriter | null;
  /** The name that WordPress records; null if pages are not saved to WordPress. */
  name: string | null;
  /** Whether this is the person's own account, and not the configured one. */
  isOwn: boolean;
  /** Whether the account may edit pages in general. WordPress checks the right again for each request and page. */
  mayEdit: boolean;
  mayPublish: boolean;
  /** The ids of the unpublished pages that the account may see, or `all`. */
  unpublished: 'all' | ReadonlySet<number>;
}

/** Looks up the account that a request uses to read and write pages. */
export interface EditorAccounts {
  /**
   * Throws an `ApiError` if WordPress no longer accepts the person's own account or does not list the account's
   * unpublished pages, or if an editor has no account.
   */
  of(response: Response): Promise<EditorAccount>;
}

interface Options {
  config: Pick<Config, 'wordpress'>;
  content: Pick<Content, 'embedded'>;
  query: Kysely<Database>;
  secrets: readonly string[];
  fetch?: typeof fetch;
  now: () => number;
}

/** Milliseconds for which a person's capabilities are cached. */
const RIGHTS_TTL_MS = 60_000;
/** Time limit of each request in milliseconds, because an editor waits for the response. */
const TIME_LIMIT_MS = 30_000;

/** Creates the lookup of the accounts with which operators and editors read and write pages. */
export function createEditorAccounts(options: Options): EditorAccounts {
  const { wordpress } = options.config;
  const { embedded } = options.content;
  if (embedded) return { of: async (response) => embeddedAccount(embedded, operatorOf(response)) };
  if (!wordpress) return { of: async () => READ_ALL_ACCOUNT };
  const shared = sharedAccount(wordpress, options.fetch);
  const own = createOwnAccounts({ ...options, wordpress });
  return {
    async of(response) {
      const person = operatorOf(response);
      const account = await own(person);
      if (account) return account;
      // Editors never get the permissions of the configured account.
      if (person.role === 'editor') throw new ApiError(401, 'Sign in with WordPress again.');
      return shared;
    },
  };
}

const UNPUBLISHED = 'draft,pending,future,private';

/**
 * Returns the ids of the unpublished pages that WordPress shows to an account, or `all`. Throws an `ApiError` if
 * WordPress does not list them.
 */
async function unpublishedFor(
  writer: WordPressWriter,
  { name, capabilities }: { name: string; capabilities: readonly string[] },
): Promise<EditorAccount['unpublished']> {
  const may = (capability: string) => capabilities.includes(capability);
  if (!may('edit_pages')) return new Set();
  if (may('edit_others_pages') && may('read_private_pages')) return 'all';
  // Only WordPress knows which pages such an account wrote. No built-in role of WordPress needs this request.
  const entries = await writer
    .list('/wp/v2/pages', { status: UNPUBLISHED, _fields: 'id' })
    .catch((error: unknown) => {
      throw toApiError(error, { isOwn: true, name });
    });
  return new Set(entries.map(({ id }) => Number(id)));
}

/** Returns the account of an operator for the content of this site, where every operator may publish. */
function embeddedAccount(embedded: EmbeddedContent, { id, name }: OperatorIdentity): EditorAccount {
  const send = embedded.fetchAs({ id, name });
  return {
    ...READ_ALL_ACCOUNT,
    id,
    writer: createWordPressWriter(EMBEDDED_SOURCE_CONFIG, send, 'The site’s database'),
  };
}

/**
 * An account that sees all pages, but has no writer, so that nobody can change them with it. It is the account of a
 * site that has none for WordPress.
 */
export const READ_ALL_ACCOUNT: EditorAccount = {
  id: 'shared',
  writer: null,
  name: null,
  isOwn: false,
  mayEdit: true,
  mayPublish: true,
  unpublished: 'all',
};

function sharedAccount(wordpress: WordPressConfig, send: typeof fetch = fetch): EditorAccount {
  if (!wordpress.credentials) return READ_ALL_ACCOUNT;
  const limited = createTimeoutFetch(send, TIME_LIMIT_MS);
  return {
    ...READ_ALL_ACCOUNT,
    writer: createWordPressWriter(wordpress, limited),
    name: wordpress.credentials.username,
  };
}

function createOwnAccounts({
  wordpress,
  query,
  secrets,
  fetch: send,
  now,
}: Options & { wordpress: WordPressConfig }) {
  const people = createWordPressUserClient(wordpress, send);

  /**
   * Removes the account from this site, ends the sessions of an editor, and records this in the audit log. Returns the
   * error to throw. The browser keeps what the person typed.
   */
  async function forget(person: OperatorIdentity, { uuid }: ConnectedWordPressAccount): Promise<ApiError> {
    const holder = person.id;
    await query.transaction().execute(async (change) => {
      if (!(await removeWordPressAccount(change, { holder, uuid }))) return;
      if (person.role === 'editor') await endSessions(change, holder);
      await recordAudit(change, { operator: person, action: 'wordpress-revoked', now: now() });
    });
    return new ApiError(
      403,
      'WordPress no longer accepts the password of your account, perhaps because it was revoked there. ' +
        (person.role === 'editor'
          ? 'Sign in with WordPress again. '
          : 'Connect your account again at “Your account”, or go on with the shared account. ') +
        'What you typed is still here.',
    );
  }

  return async (person: OperatorIdentity): Promise<EditorAccount | null> => {
    const account = await findWordPressAccount(query, { holder: person.id, site: people.home, secrets });
    if (!account) return null;
    const watching = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
      try {
        return await work;
      } catch (error) {
        if (error instanceof WordPressWriterError && isWordPressAccountRefused(error))
          throw await forget(person, account);
        throw error;
      }
    };
    const plain = people.writer(account.credentials);
    const { name, capabilities } = await known(person, account, watching);
    const writer: WordPressWriter = {
      get: (path, params) => watching(plain.get(path, params)),
      list: (path, params) => watching(plain.list(path, params)),
      post: (path, body) => watching(plain.post(path, body)),
      remove: (path, how) => watching(plain.remove(path, how)),
      upload: (file, params) => watching(plain.upload(file, params)),
    };
    return {
      id: person.id,
      writer,
      name,
      isOwn: true,
      mayEdit: capabilities.includes('edit_pages'),
      mayPublish: capabilities.includes('publish_pages'),
      unpublished: await unpublishedFor(writer, { name, capabilities }),
    };
  };

  /**
   * Returns the person's name and capabilities. Reads them from WordPress if the stored ones are older than a minute.
   * If that fails, returns the stored ones. Throws an `ApiError` if WordPress no longer accepts the account.
   */
  async function known(
    { id: holder }: OperatorIdentity,
    account: ConnectedWordPressAccount,
    watching: <Answer>(work: Promise<Answer>) => Promise<Answer>,
  ): Promise<Pick<ConnectedWordPressAccount, 'name' | 'capabilities'>> {
    if (Math.abs(now() - account.checkedAt) < RIGHTS_TTL_MS) return account;
    try {
      const person = await watching(people.who(account.credentials));
      await storeWordPressAccountCheck(query, { holder, uuid: account.uuid, person, now: now() });
      return person;
    } catch (error) {
      if (error instanceof ApiError) throw error;
      return account;
    }
  }
}
