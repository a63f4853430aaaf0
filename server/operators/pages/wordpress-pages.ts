import { createWordPressWriter, WriteFault } from '../../content/moving/wordpress-writer.ts';
import { restRoot } from '../../content/mirror/rest-root.ts';
import { readPage } from '../../content/values/raw-page.ts';
import { isObject, type JsonObject } from '../../content/values/raw-value.ts';
import type { WordPressConfig } from '../../platform/config.ts';
import { EditFault, layoutText, type EditedPages, type StoredPage } from './edited-pages.ts';

/** Milliseconds: an editor waits for these requests. */
const LIMIT = 30_000;

/** Reads and writes pages through the REST API of WordPress, as the configured account. */
export function createWordPressPages(config: WordPressConfig, send: typeof fetch = fetch): EditedPages {
  const writer = createWordPressWriter(config, (input, init) =>
    send(input, { ...init, signal: AbortSignal.timeout(LIMIT) }),
  );
  const { home } = restRoot(config.url);

  function stored(entry: JsonObject): StoredPage {
    const page = readPage(entry);
    if (!page) throw new EditFault(503, 'WordPress answers with something that is no page. Try again.');
    return {
      page: { ...page, title: rawText(entry.title) || page.title },
      modified: page.modified,
      editLink: `${home}/wp-admin/post.php?post=${page.id}&action=edit`,
    };
  }

  return {
    async read({ id }) {
      try {
        const entry = await writer.get(`/wp/v2/pages/${id}`, { context: 'edit' });
        return isObject(entry) && entry.status !== 'trash' ? stored(entry) : null;
      } catch (error) {
        if (error instanceof WriteFault && error.status === 404) return null;
        throw faultOf(error);
      }
    },
    async save({ id, slug, title, parent, layout, values, publish }) {
      const acf = { ...values, ...(layout ? { page_layout: layoutText(layout) } : {}) };
      const body = {
        acf,
        ...(publish ? { status: 'publish' } : {}),
        ...(id === null ? { slug, title, parent, ...(publish ? {} : { status: 'draft' }) } : {}),
      };
      try {
        const entry = await writer.post(id === null ? '/wp/v2/pages' : `/wp/v2/pages/${id}`, body);
        if (!('acf' in entry)) {
          throw new EditFault(
            422,
            'WordPress did not store the sections, because the companion plugin is not active. Activate it, then save again.',
          );
        }
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

/** Returns the `EditFault` of a request that WordPress refused or did not answer, or the error itself. */
export function faultOf(error: unknown): unknown {
  if (!(error instanceof WriteFault)) return error;
  const { status, message } = error;
  if (status === 401 || status === 403) {
    const words = 'Give the account of WORDPRESS_USERNAME the role Editor.';
    return new EditFault(403, `${message} ${words}`, { cause: error });
  }
  if (status !== null && status >= 400 && status < 500 && status !== 429) {
    return new EditFault(422, message, { cause: error });
  }
  return new EditFault(503, `${message} Nothing was stored. Try again.`, { cause: error });
}
