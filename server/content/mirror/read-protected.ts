import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import { hashPagePassword, verifyPagePassword } from '../../platform/security/page-password-hash.ts';
import { ContentError } from '../rest/content-error.ts';
import { MAX_ENTRIES_PER_PAGE } from '../rest/wordpress-client.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import { PASSWORD_HASH_FIELD, passwordProtectionOf } from '../values/password-protection.ts';
import type { RestCollection } from './collections.ts';
import type { RestListEntry } from './read-lists.ts';
import type { WordPressReadContext } from './read-context.ts';
import { redactPage } from './redact-page.ts';

/**
 * The properties that have a `raw` text beside the rendered one when an editor reads them. Only the rendered one is
 * stored.
 */
const TEXTS: ReadonlySet<string> = new Set(['title', 'content', 'excerpt', 'guid']);

/**
 * Replaces the password-protected entries with what an editor reads: their content, and their password, of which only a
 * hash is kept. `before` has the mirrored entries by id; the hash of an unchanged password is taken from there. Without
 * an account that may edit these entries, they stay without content, and nobody can open them. If an account is
 * configured and WordPress refuses it, a notice says so. Throws a `ContentError` if WordPress cannot be read.
 */
export async function withProtectedContent(
  reading: WordPressReadContext,
  collection: RestCollection,
  entries: readonly RestListEntry[],
  before: ReadonlyMap<string, MirrorEntry>,
): Promise<readonly RestListEntry[]> {
  const ids = entries.filter(({ data }) => isProtected(data)).map(({ id }) => id);
  if (ids.length === 0 || !reading.client.signedIn) return entries;
  const edited = await readEdited(reading, collection, ids);
  return Promise.all(
    entries.map(async (entry) => {
      const raw = edited.get(entry.id);
      return raw ? { id: entry.id, data: await protectedEntry(raw, before.get(entry.id)) } : entry;
    }),
  );
}

/**
 * Clears the notice that nobody can open the protected entries of a collection, if none of its entries is protected, or
 * if there is no account that the notice could be about. `entries` are the data of all its entries.
 */
export function clearProtectedNotice(
  { client, notice }: WordPressReadContext,
  collection: RestCollection,
  entries: readonly JsonObject[],
): void {
  if (!client.signedIn || !entries.some(isProtected)) notice(topicOf(collection), null);
}

function isProtected({ status, content }: JsonObject): boolean {
  return status === 'publish' && isJsonObject(content) && content.protected === true;
}

function topicOf({ kind }: RestCollection): string {
  return `protected ${kind}s`;
}

async function readEdited(
  { client, notice }: WordPressReadContext,
  collection: RestCollection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const { kind, path, params } = collection;
  const topic = topicOf(collection);
  const found = new Map<string, JsonObject>();
  try {
    for (let start = 0; start < ids.length; start += MAX_ENTRIES_PER_PAGE) {
      const list = await client.get(path, {
        include: ids.slice(start, start + MAX_ENTRIES_PER_PAGE).join(','),
        per_page: MAX_ENTRIES_PER_PAGE,
        context: 'edit',
        _fields: `${params._fields},password`,
      });
      for (const raw of Array.isArray(list) ? list.filter(isJsonObject) : []) found.set(String(raw.id), raw);
    }
    notice(topic, null);
  } catch (error) {
    if (!(error instanceof ContentError && error.refused)) throw error;
    notice(
      topic,
      `Nobody can open the ${kind}s behind a password, because WordPress does not show them to WORDPRESS_USERNAME. Give ` +
        'the account the role Editor.',
    );
  }
  return found;
}

async function protectedEntry(raw: JsonObject, before: MirrorEntry | undefined): Promise<JsonObject> {
  const { password, ...rest } = raw;
  const data = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [name, TEXTS.has(name) ? shownText(value) : value]),
  );
  if (typeof password !== 'string' || password === '') return redactPage(data);
  // Keeps the hash if the password has not changed, so that visitors need not enter it again.
  const known = before ? passwordProtectionOf(before)?.hash : undefined;
  const isSame = known !== undefined && (await verifyPagePassword(password, known));
  return redactPage({ ...data, [PASSWORD_HASH_FIELD]: isSame ? known : await hashPagePassword(password) });
}

function shownText(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const { raw: _, ...shown } = value;
  return shown;
}
