import { isJsonObject, type JsonObject } from '../../../../src/builder/raw-value.ts';
import { WordPressWriterError, type WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import { readRawPage, type RawPage } from '../../../content/values/raw-page.ts';
import { toApiError } from '../builder/edited-page-store.ts';
import type { EditorAccount } from '../editor-account.ts';
import type { BuilderEntry } from '../page-list.ts';

/**
 * Reads a page as it is stored; `entry` is the REST response. If only the built-in content has the page, `id` is null,
 * and `page` has no section values. Throws an `ApiError` if WordPress cannot be read.
 */
export async function readPageFromSource(
  account: EditorAccount,
  writer: WordPressWriter,
  { own, builtIn }: BuilderEntry,
): Promise<{ id: number | null; entry: JsonObject; page: RawPage }> {
  // The built-in values are not the page's own: they are shown while its fields are empty.
  if (!own && builtIn) return { id: null, entry: {}, page: { ...builtIn.page, acf: {} } };
  try {
    const entry = await writer.get(`/wp/v2/pages/${own?.id}`, { context: 'edit' });
    const page = readRawPage(entry);
    if (own && isJsonObject(entry) && page) return { id: own.id, entry, page };
    throw new WordPressWriterError('WordPress answers with something that is no page.', null, null, {
      onlyRead: true,
    });
  } catch (error) {
    throw toApiError(error, account);
  }
}
