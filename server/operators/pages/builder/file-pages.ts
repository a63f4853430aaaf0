import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Placement } from '../../../../src/contracts/layout.ts';
import { readPage } from '../../../content/values/raw-page.ts';
import { isObject, type JsonObject } from '../../../../src/builder/raw-value.ts';
import { ApiError } from '../../api/api-error.ts';
import { layoutText, type EditedPages, type CurrentPage } from './edited-pages.ts';

/** Where a page's files are. */
interface Options {
  /** The directory `fixtures/`. */
  directory: string;
  /** Returns the name of a page's layout file, without its extension. */
  layoutName: (slug: string) => string;
}

/** Reads and writes the built-in pages in `fixtures/`. Only for development without a WordPress. */
export function createFilePages({ directory, layoutName }: Options): EditedPages {
  const fileOf = (slug: string) => path.join(directory, 'pages', `${slug}.json`);

  async function readEntry(slug: string): Promise<JsonObject | null> {
    if (!/^[a-z0-9-]+$/.test(slug)) return null;
    try {
      const entry: unknown = JSON.parse(await readFile(fileOf(slug), 'utf8'));
      return isObject(entry) ? entry : null;
    } catch (error) {
      if (isObject(error) && error.code === 'ENOENT') return null;
      throw new ApiError(503, `fixtures/pages/${slug}.json cannot be read. Correct the file.`, {
        cause: error,
      });
    }
  }

  /** Returns the stored page, with its layout in the same field as in WordPress. */
  async function stored(slug: string, entry: JsonObject): Promise<CurrentPage | null> {
    const file = path.join(directory, 'layouts', `${layoutName(slug)}.json`);
    const layout = await readFile(file, 'utf8').catch(() => '');
    const acf = isObject(entry.acf) ? entry.acf : {};
    const page = readPage({ ...entry, parent: 0, acf: { ...acf, page_layout: layout } });
    return page && { page, modified: page.modified, editLink: null, mayEdit: true };
  }

  return {
    async read({ slug }) {
      const entry = await readEntry(slug);
      return entry && stored(slug, entry);
    },
    async save({ slug, layout, values }) {
      const entry = await readEntry(slug);
      if (!entry) throw new ApiError(422, `There is no file fixtures/pages/${slug}.json.`);
      const acf = { ...(isObject(entry.acf) ? entry.acf : {}), ...values };
      const modified = new Date().toISOString().slice(0, 19);
      const next = { ...entry, modified, modified_gmt: modified, acf };
      if (layout) await writeLayout(slug, layout);
      await replace(fileOf(slug), next);
      const saved = await stored(slug, next);
      if (!saved) throw new ApiError(503, `fixtures/pages/${slug}.json is not readable after the save.`);
      return saved;
    },
  };

  async function writeLayout(slug: string, layout: readonly Placement[]): Promise<void> {
    const written: unknown = JSON.parse(layoutText(layout));
    await replace(path.join(directory, 'layouts', `${layoutName(slug)}.json`), written);
  }
}

/** Replaces a file atomically, so that a server that watches it never reads half of it. */
async function replace(file: string, value: unknown): Promise<void> {
  const next = `${file}.next`;
  await writeFile(next, `${JSON.stringify(value, null, 2)}\n`);
  await rename(next, file);
}
