import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import { readPictureFacts } from '../../media/convert-picture.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { MirrorContents } from '../values/mirror-contents.ts';
import { EMBEDDED_ID_OFFSET, formatWordPressTime } from './embedded-pages.ts';
import type { EmbeddedStore } from './embedded-store.ts';
import { entryNotFoundError, RestError } from './rest-error.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema/schema.ts';

/** Matches the path of an uploaded picture, `/pictures/<id>/<file name>`. */
export const EMBEDDED_PICTURE_PATH_PATTERN = /^\/pictures\/(\d+)\//;
/** Maximum number of bytes in a stored part of a picture. A multiple of three, so that base64 needs no padding. */
export const PICTURE_PART_BYTES = 48 * 1024;
/** Maximum number of parts per insert statement. */
const STORED_PARTS = 50;

/** The media library of the embedded source: uploaded and built-in pictures. */
export interface EmbeddedMedia {
  /**
   * Returns one page of the list of pictures whose URL or alternative text contains `search`, ignoring case: newest
   * first, built-in pictures last.
   */
  list(query: { search: string; page: number; perPage: number }): Promise<readonly JsonObject[]>;
  /** Returns a picture's entry. Throws a `RestError` if there is none. */
  find(id: string): Promise<JsonObject>;
  /** Stores an uploaded picture and returns its entry. Throws a `RestError` if the file is no readable picture. */
  upload(file: { name: string; type: string; bytes: Buffer }): Promise<JsonObject>;
  /**
   * Stores alternative text and focal point. Throws a `RestError` if there is no such picture, or if the alternative
   * text is no string.
   */
  describe(id: string, body: JsonObject): Promise<JsonObject>;
  /** Returns the bytes of an uploaded picture; null if there is none. */
  bytes(id: string): Promise<Buffer | null>;
}

interface Options {
  store: EmbeddedStore;
  query: Kysely<Database>;
  /** The address of the source. */
  home: string;
  builtIn: Pick<MirrorContents, 'entries'>;
}

/** Creates the media library of the embedded source. */
export function createEmbeddedMedia({ store, query, home, builtIn }: Options): EmbeddedMedia {
  const builtInEntry = (id: string) => builtIn.entries('media').get(id)?.data ?? null;

  return {
    async list({ search, page, perPage }) {
      const stored = (await store.list('media')).map(({ data }) => data);
      const known = new Set(stored.map(({ id }) => id));
      const others = [...builtIn.entries('media').values()]
        .map(({ data }) => data)
        .filter(({ id }) => !known.has(id));
      const words = search.toLowerCase();
      const found = [...stored.sort((one, other) => Number(other.id) - Number(one.id)), ...others].filter(
        ({ source_url, alt_text }) =>
          `${String(source_url)} ${String(alt_text)}`.toLowerCase().includes(words),
      );
      return found.slice((page - 1) * perPage, page * perPage);
    },
    async find(id) {
      const entry = (await store.find('media', id)) ?? builtInEntry(id);
      if (!entry) throw entryNotFoundError();
      return entry;
    },
    async upload({ name, type, bytes }) {
      const { width, height } = await readPictureFacts(bytes).catch(() => {
        throw new RestError(400, 'rest_upload_unknown_error', 'The file is damaged, or is no picture.');
      });
      return store.change(async ({ number, now, transaction, put }) => {
        const id = EMBEDDED_ID_OFFSET + number;
        const data = {
          id,
          date_gmt: formatWordPressTime(now),
          modified_gmt: formatWordPressTime(now),
          title: { raw: name, rendered: escapeHtml(name) },
          source_url: `${home}/pictures/${id}/${encodeURIComponent(name)}`,
          alt_text: '',
          media_type: 'image',
          mime_type: type,
          media_details: { width, height, filesize: bytes.length },
          meta: { focal_point: null },
        };
        await put({ kind: 'media', id: String(id), data });
        const parts = Array.from({ length: Math.ceil(bytes.length / PICTURE_PART_BYTES) }, (_, part) => ({
          id: String(id),
          part,
          data: bytes.toString('base64', part * PICTURE_PART_BYTES, (part + 1) * PICTURE_PART_BYTES),
        }));
        for (let start = 0; start < parts.length; start += STORED_PARTS) {
          await transaction
            .insertInto('embedded_pictures')
            .values(parts.slice(start, start + STORED_PARTS))
            .execute();
        }
        return data;
      });
    },
    describe: (id, body) =>
      store.change(async ({ now, find, put }) => {
        const before = (await find('media', id)) ?? builtInEntry(id);
        if (!before) throw entryNotFoundError();
        const { alt_text = before.alt_text, meta } = body;
        if (typeof alt_text !== 'string') {
          throw new RestError(400, 'rest_invalid_param', 'The alternative text is not a text.');
        }
        const data = {
          ...before,
          alt_text,
          ...(isJsonObject(meta)
            ? { meta: { ...(isJsonObject(before.meta) ? before.meta : {}), ...meta } }
            : {}),
          modified_gmt: formatWordPressTime(now),
        };
        await put({ kind: 'media', id, data });
        return data;
      }),
    async bytes(id) {
      const parts = await query
        .selectFrom('embedded_pictures')
        .select('data')
        .where('id', '=', id)
        .orderBy('part')
        .execute();
      return parts.length === 0 ? null : Buffer.concat(parts.map(({ data }) => Buffer.from(data, 'base64')));
    },
  };
}
