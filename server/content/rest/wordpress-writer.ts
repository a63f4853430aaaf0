import type { WordPressConfig } from '../../platform/config/config.ts';
import { createSameOriginFetch } from '../../platform/security/same-origin-fetch.ts';
import { connectionFailureReason, plainHttpAddress, plainHttpFault } from './connection-failure.ts';
import { parseWordPressUrls } from './wordpress-urls.ts';
import {
  MAX_ENTRIES_PER_PAGE,
  plainRestUrl,
  pluginSignatureHeaders,
  wordPressRequestHeaders,
  type RestParams,
} from './wordpress-client.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';

/** Reads and writes one WordPress site, with an account if one is configured. */
export interface WordPressWriter {
  /** Reads the JSON at a REST path. Throws a `WordPressWriterError` if WordPress refuses or does not respond. */
  get(path: string, params?: RestParams): Promise<unknown>;
  /** Reads all entries of a list. Throws a `WordPressWriterError` if WordPress refuses or does not respond. */
  list(path: string, params?: RestParams): Promise<JsonObject[]>;
  /**
   * Sends JSON and returns the JSON object in the response, usually the stored entry. Signs requests to routes of the
   * companion plugin. Throws a `WordPressWriterError` if WordPress refuses or does not respond.
   */
  post(path: string, body: JsonObject): Promise<JsonObject>;
  /**
   * Deletes an entry permanently, or moves it to the trash. Throws a `WordPressWriterError` if WordPress refuses or
   * does not respond.
   */
  remove(path: string, how: 'for good' | 'to the trash'): Promise<void>;
  /**
   * Uploads a file to the media library, and returns its entry. Throws a `WordPressWriterError` if WordPress refuses
   * or does not respond.
   */
  upload(
    file: { name: string; type: string; bytes: Uint8Array<ArrayBuffer> },
    params: RestParams,
  ): Promise<JsonObject>;
}

/** The error if WordPress refuses a request or does not respond. The message names the request and the reason. */
export class WordPressWriterError extends Error {
  override name = 'WordPressWriterError';
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly code: string | null;
  /** True if the request was a GET, so it stored nothing. */
  readonly onlyRead: boolean;

  constructor(
    message: string,
    status: number | null = null,
    code: string | null = null,
    { onlyRead = false }: { onlyRead?: boolean } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.onlyRead = onlyRead;
  }
}

/** Timeout in milliseconds. It is long, because WordPress answers an upload only after it has made smaller copies. */
const TIMEOUT_MS = 120_000;

/**
 * Creates a writer. It uses URLs that work with every permalink setting. `name` replaces “WordPress” in messages if
 * the other side is not WordPress.
 */
export function createWordPressWriter(
  config: WordPressConfig,
  send: typeof fetch = fetch,
  name?: string,
): WordPressWriter {
  const root = parseWordPressUrls(config.url);
  const source = name ?? 'WordPress';
  const askWordPress = createSameOriginFetch(send);
  const account = wordPressRequestHeaders(config, 'signed in');

  async function ask(path: string, params: RestParams, init: RequestInit): Promise<unknown> {
    const method = init.method ?? 'GET';
    let response: Response;
    let text: string;
    try {
      response = await askWordPress(plainRestUrl(root, path, params), {
        ...init,
        headers: { ...account, ...Object.fromEntries(new Headers(init.headers)) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      text = await response.text();
    } catch (error) {
      const cause = error instanceof Error ? (error.cause ?? error) : error;
      const http = plainHttpAddress(root.home, connectionFailureReason(error));
      const said = cause instanceof Error ? cause.message : String(cause);
      throw new WordPressWriterError(
        `${name ?? `WordPress at ${root.home}`} does not answer${http === null ? ` (${said}).` : `. ${plainHttpFault(http)}`}`,
        null,
        null,
        { onlyRead: method === 'GET' },
      );
    }
    const json = parsed(text);
    if (response.ok && json !== undefined) return json;
    const code = isJsonObject(json) && typeof json.code === 'string' ? json.code : null;
    const said = isJsonObject(json) && typeof json.message === 'string' ? `: ${json.message}` : '';
    throw new WordPressWriterError(
      `${source} answers ${response.status}${code === null ? '' : ` ${code}`} to ${method} ${path}${said}`,
      response.status,
      code,
      { onlyRead: method === 'GET' },
    );
  }

  const entry = (value: unknown, path: string): JsonObject => {
    if (isJsonObject(value)) return value;
    throw new WordPressWriterError(`${source} answers ${path} with something that is no entry.`);
  };

  return {
    get: (path, params = {}) => ask(path, params, {}),
    async list(path, params = {}) {
      const entries: JsonObject[] = [];
      for (let page = 1; ; page += 1) {
        const read = await ask(path, { per_page: MAX_ENTRIES_PER_PAGE, page, ...params }, {}).catch(
          (error: unknown) => {
            // WordPress refuses a page past the end, which follows a last page that is full.
            if (page > 1 && error instanceof WordPressWriterError && error.status === 400) return [];
            throw error;
          },
        );
        if (!Array.isArray(read))
          throw new WordPressWriterError(
            `${source} answers ${path} with something that is no list.`,
            null,
            null,
            {
              onlyRead: true,
            },
          );
        entries.push(...read.filter(isJsonObject));
        if (read.length < MAX_ENTRIES_PER_PAGE) return entries;
      }
    },
    async post(path, content) {
      const body = JSON.stringify(content);
      const signature = pluginSignatureHeaders(config.secret, { method: 'POST', route: path, body });
      const headers = { 'Content-Type': 'application/json', ...signature };
      return entry(await ask(path, {}, { method: 'POST', headers, body }), path);
    },
    async remove(path, how) {
      await ask(path, how === 'for good' ? { force: 'true' } : {}, { method: 'DELETE' });
    },
    upload: async ({ name, type, bytes }, params) =>
      entry(
        await ask('/wp/v2/media', params, {
          method: 'POST',
          headers: { 'Content-Type': type, 'Content-Disposition': `attachment; filename="${name}"` },
          body: bytes,
        }),
        '/wp/v2/media',
      ),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/**
 * Whether this server can write to a WordPress site: with an account, or with the secret that it shares with the
 * companion plugin.
 */
export function canWriteToWordPress({
  credentials,
  secret,
}: Pick<WordPressConfig, 'credentials' | 'secret'>): boolean {
  return credentials !== null || Boolean(secret);
}
