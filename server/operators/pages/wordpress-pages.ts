import { WriteFault } from '../../content/moving/wordpress-writer.ts';
import { restRoot } from '../../content/mirror/rest-root.ts';
import { readPage } from '../../content/values/raw-page.ts';
import { isObject, type JsonObject } from '../../content/values/raw-value.ts';
import type { EditorAccount } from './editor-account.ts';
import { savePage } from './save-page.ts';
import { EditFault, layoutText, type EditedPages, type StoredPage } from './edited-pages.ts';

/** Reads and writes pages through the REST API of a WordPress, as an account. */
export function createWordPressPages(url: string, account: EditorAccount): EditedPages {
  const { writer } = account;
  if (!writer) throw new Error('Pages of WordPress need an account that can write.');
  const { home } = restRoot(url);
  const faultOf = (error: unknown) => editFault(error, account);

  function stored(entry: JsonObject, mayEdit = account.mayEdit): StoredPage {
    const page = readPage(entry);
    if (!page) throw new EditFault(503, 'WordPress answers with something that is no page. Try again.');
    return {
      page: { ...page, title: rawText(entry.title) || page.title },
      modified: page.modified,
      mayEdit,
      editLink: `${home}/wp-admin/post.php?post=${page.id}&action=edit`,
    };
  }

  /** Reads a page as visitors see it, for accounts that may not edit it. */
  async function readOnly(id: number): Promise<StoredPage> {
    try {
      const entry = await writer?.get(`/wp/v2/pages/${id}`);
      if (isObject(entry)) return stored(entry, false);
      throw new EditFault(503, 'WordPress answers with something that is no page. Try again.');
    } catch (error) {
      throw faultOf(error);
    }
  }

  return {
    async read({ id }) {
      try {
        const entry = await writer.get(`/wp/v2/pages/${id}`, { context: 'edit' });
        return isObject(entry) && entry.status !== 'trash' ? stored(entry) : null;
      } catch (error) {
        if (error instanceof WriteFault && error.status === 404) return null;
        if (error instanceof WriteFault && error.status === 403) return readOnly(id);
        throw faultOf(error);
      }
    },
    async save({ id, slug, title, parent, layout, values, publish, submit }) {
      const acf = { ...values, ...(layout ? { page_layout: layoutText(layout) } : {}) };
      const body = {
        acf,
        ...(id === null ? { slug, title, parent, status: 'draft' } : {}),
        ...(submit ? { status: 'pending' } : publish ? { status: 'publish' } : {}),
      };
      try {
        const { entry, fault } = await savePage(writer, id, body);
        if (fault !== null) throw new EditFault(422, fault);
        return stored(entry);
      } catch (error) {
        throw faultOf(error);
      }
    },
  };
}

/** Returns the text that an editor wrote, without what plugins make of it for visitors. */
function rawText(value: unknown): string {
  return isObject(value) && typeof value.raw === 'string' ? value.raw : '';
}

/** Returns an error of a request to WordPress as an `EditFault`, and any other error as it is. */
export function editFault(error: unknown, { isOwn, name }: Pick<EditorAccount, 'isOwn' | 'name'>): unknown {
  if (!(error instanceof WriteFault)) return error;
  const { status, message } = error;
  if (status === 401 || status === 403) {
    const words = isOwn
      ? `You work as ${name ?? ''}. Ask an administrator of WordPress for the role Editor.`
      : 'Give the account of WORDPRESS_USERNAME the role Editor.';
    return new EditFault(403, `${message} ${words}`, { cause: error });
  }
  if (status !== null && status >= 400 && status < 500 && status !== 429) {
    return new EditFault(422, message, { cause: error });
  }
  // Without an answer, WordPress may have stored the page. A save that is sent again finds that out.
  const stored = status === null ? 'It is not known whether the page was stored.' : 'Nothing was stored.';
  return new EditFault(503, `${message} ${stored} Try again.`, { cause: error });
}
