import { isObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import { hashPassword, isPassword } from '../../platform/security/password-hash.ts';
import { ContentError } from '../rest/content-error.ts';
import { MAX_PAGE_ENTRIES } from '../rest/wordpress-client.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import { PASSWORD_HASH_FIELD, lockOf } from '../values/page-lock.ts';
import type { Collection } from './collections.ts';
import type { ListedEntry } from './read-lists.ts';
import type { Reading } from './reading.ts';
import { withheldPage } from './withheld-page.ts';

/** The properties that have a `raw` text of the editor beside the text for visitors. */
const TEXTS: ReadonlySet<string> = new Set(['title', 'content', 'excerpt', 'guid']);

/**
 * Replaces the password-protected entries with the editor's view of them, which includes their content. Stores hashes
 * in place of the passwords. Without an account that may edit them, the entries stay without content, and nobody can
 * open them. Throws a `ContentError` if WordPress cannot be read.
 */
export async function withProtected(
  reading: Reading,
  collection: Collection,
  entries: readonly ListedEntry[],
  before: ReadonlyMap<string, MirrorEntry>,
): Promise<readonly ListedEntry[]> {
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

function isProtected({ status, content }: JsonObject): boolean {
  return status === 'publish' && isObject(content) && content.protected === true;
}

async function readEdited(
  { client, notice }: Reading,
  { kind, path, params }: Collection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JsonObject>> {
  const topic = `protected ${kind}s`;
  const found = new Map<string, JsonObject>();
  try {
    for (let start = 0; start < ids.length; start += MAX_PAGE_ENTRIES) {
      const list = await client.get(path, {
        include: ids.slice(start, start + MAX_PAGE_ENTRIES).join(','),
        per_page: MAX_PAGE_ENTRIES,
        context: 'edit',
        _fields: `${params._fields},password`,
      });
      for (const raw of Array.isArray(list) ? list.filter(isObject) : []) found.set(String(raw.id), raw);
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
  if (typeof password !== 'string' || password === '') return withheldPage(data);
  // Keeps the hash if the password has not changed, so that visitors need not enter it again.
  const known = before ? lockOf(before)?.hash : undefined;
  const isSame = known !== undefined && (await isPassword(password, known));
  return withheldPage({ ...data, [PASSWORD_HASH_FIELD]: isSame ? known : await hashPassword(password) });
}

function shownText(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { raw: _, ...shown } = value;
  return shown;
}
