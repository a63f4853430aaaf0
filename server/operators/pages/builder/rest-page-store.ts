import { WordPressWriterError } from '../../../content/rest/wordpress-writer.ts';
import { parseWordPressUrls } from '../../../content/rest/wordpress-urls.ts';
import { readRawPage } from '../../../content/values/raw-page.ts';
import { isJsonObject, type JsonObject } from '../../../../src/builder/raw-value.ts';
import type { EditorAccount } from '../editor-account.ts';
import { LAYOUT_ENTRY_ROUTES } from '../../../content/rest/layout-entry-routes.ts';
import { postPage } from './post-page.ts';
import { ApiError } from '../../api/api-error.ts';
import {
  toApiError,
  serializeLayout,
  type EditedPageStore,
  type StoredPageVersion,
} from './edited-page-store.ts';

/**
 * Reads and writes pages through WordPress's REST API, with the given account. `url` is the URL of WordPress; null if
 * this site stores the pages itself. Throws an `Error` if the account cannot write.
 */
export function createRestPageStore(url: string | null, account: EditorAccount): EditedPageStore {
  const { writer } = account;
  if (!writer) throw new Error('Pages of WordPress need an account that can write.');
  const faultOf = (error: unknown) => toApiError(error, account);

  function stored(entry: JsonObject, mayEdit = account.mayEdit): StoredPageVersion {
    const page = readRawPage(entry);
    if (!page) throw new ApiError(503, 'WordPress answers with something that is no page. Try again.');
    return {
      page: { ...page, title: rawText(entry.title) || page.title },
      modified: page.modified,
      mayEdit,
      editLink: url && `${parseWordPressUrls(url).home}/wp-admin/post.php?post=${page.id}&action=edit`,
    };
  }

  /** Reads a page as visitors see it, for accounts that may not edit it. */
  async function readOnly(path: string): Promise<StoredPageVersion> {
    try {
      const entry = await writer?.get(path);
      if (isJsonObject(entry)) return stored(entry, false);
      throw new ApiError(503, 'WordPress answers with something that is no page. Try again.');
    } catch (error) {
      throw faultOf(error);
    }
  }

  return {
    async read({ kind, id }) {
      const path = `${LAYOUT_ENTRY_ROUTES[kind]}/${id}`;
      try {
        const entry = await writer.get(path, { context: 'edit' });
        return isJsonObject(entry) && entry.status !== 'trash' ? stored(entry) : null;
      } catch (error) {
        if (error instanceof WordPressWriterError && error.status === 404) return null;
        if (error instanceof WordPressWriterError && error.status === 403) return readOnly(path);
        throw faultOf(error);
      }
    },
    async save({ kind, id, slug, title, parent, layout, values, publish, scheduled, submit }) {
      const acf = { ...values, ...(layout ? { page_layout: serializeLayout(layout) } : {}) };
      const body = {
        acf,
        ...(id === null ? { slug, title, parent, status: 'draft' } : {}),
        ...(submit ? { status: 'pending' } : publish ? { status: 'publish' } : {}),
        // With a date in the future, WordPress would schedule the page again.
        ...(publish && scheduled ? { date: null } : {}),
      };
      try {
        const { entry, fault } = await postPage(writer, { kind, id }, body);
        if (fault !== null) throw new ApiError(422, fault);
        return stored(entry);
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}

/** Returns the text as the editor wrote it, before plugins change it for visitors; empty if the response lacks it. */
export function rawText(value: unknown): string {
  return isJsonObject(value) && typeof value.raw === 'string' ? value.raw : '';
}
