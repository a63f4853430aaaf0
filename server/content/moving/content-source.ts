import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { openDatabase } from '../../database/open-database.ts';
import { DATABASE_FILE } from '../../database/engines/open-sqlite.ts';
import type { Config } from '../../platform/config/config.ts';
import { createPublicFetch, type PublicFetch } from '../../platform/security/public-fetch.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { createEmbeddedContent, EMBEDDED_SOURCE_CONFIG } from '../embedded/embedded-content.ts';
import { readWordPressOnce } from '../mirror/read-wordpress-once.ts';
import { createFileFetch } from '../rest/file-fetch.ts';
import { parseWordPressUrls } from '../rest/wordpress-urls.ts';
import type { MirrorContents } from '../values/mirror-contents.ts';

/** All content of a WordPress site, or of this site if its content is edited here without WordPress. */
export interface SourceContent {
  home: string;
  contents: MirrorContents;
  notices: readonly string[];
  fetchPicture: PublicFetch;
  close(): Promise<void>;
}

/** Reads the content of a WordPress. Throws a `ContentError` if it cannot be read. */
export async function readWordPressContent(
  wordpress: NonNullable<Config['wordpress']>,
): Promise<SourceContent> {
  const { home } = parseWordPressUrls(wordpress.url);
  return {
    home,
    ...(await readWordPressOnce({ config: wordpress })),
    fetchPicture: createFileFetch(wordpress),
    close: () => Promise.resolve(),
  };
}

/**
 * Reads the content that was edited on this site. The site may be running, and may show a connected WordPress instead.
 * Returns null if the site uses SQLite and has no database file, because it never ran. Throws a `ContentError` if the
 * content cannot be read, and other errors if the database cannot be opened.
 */
export async function readEmbeddedContent(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  builtIn: BuiltInContent,
): Promise<SourceContent | null> {
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, DATABASE_FILE))) return null;
  const database = await openDatabase(config, pino({ level: 'silent' }));
  try {
    const embedded = createEmbeddedContent({ ...database, builtIn, now: database.now });
    return {
      home: EMBEDDED_SOURCE_CONFIG.url,
      ...(await readWordPressOnce({ config: EMBEDDED_SOURCE_CONFIG, fetch: embedded.fetch })),
      fetchPicture: embedded.withPictures(createPublicFetch([])),
      close: () => database.close(),
    };
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}
