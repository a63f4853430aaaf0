import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject } from '../../../../src/builder/raw-value.ts';
import type { WordPressConfig } from '../../../platform/config/config.ts';
import { readWithoutChangeFeed } from '../../mirror/read-without-change-feed.ts';
import { SYNC_TIMING_MS } from '../../mirror/sync-timing.ts';
import { ContentError } from '../../rest/content-error.ts';
import { createWordPressClient, withReadRetries, type WordPressClient } from '../../rest/wordpress-client.ts';
import {
  createMirrorContents,
  EMPTY_MIRROR_CONTENTS,
  type MirrorEntryKind,
  type MirrorContents,
} from '../../values/mirror-contents.ts';

/** A post type that a plugin or theme of WordPress adds, whose entries this site does not show. */
export interface UnsupportedPostType {
  name: string;
  total: number;
  /** The URLs of the first entries, up to 100. */
  links: readonly string[];
}

/** The public content of a WordPress. */
export interface PublicWordPressContent {
  contents: MirrorContents;
  otherTypes: readonly UnsupportedPostType[];
  /** What could not be read, or only partly, with the reasons. */
  notices: readonly string[];
}

interface Options {
  config: WordPressConfig;
  fetch?: typeof fetch;
  onProgress: (kind: MirrorEntryKind, read: number, total: number | null) => void;
  /** Called before each wait for another attempt, with the reason (`fault`). */
  onWait: (milliseconds: number, fault: string) => void;
  pause?: (milliseconds: number) => Promise<unknown>;
}

const USER_AGENT = 'Lintel-Doctor/1.0 (reads the public REST API once, before a site moves in)';
/** Maximum number of attempts for a request that WordPress refuses temporarily. */
const TRIES = 6;
const FIRST_WAIT_MS = 2_000;
/** A request fails if WordPress asks for a longer wait. */
const MAX_WAIT_MS = 5 * 60_000;

/**
 * The post types of WordPress itself. Pages, posts and attachments are read; the others belong to themes and editors.
 */
const OWN_TYPES = /^(?:post|page|attachment|nav_menu_item|wp_\w+)$/;
/**
 * The topics of notices that matter for a WordPress that is not connected yet. The others are about the companion
 * plugin, or about pages and posts behind a password, which the report lists.
 */
const KEPT_NOTICES = new Set(['permalinks', 'authors', 'hidden pages', 'pages']);

/**
 * Reads the public content of any WordPress through its REST API into memory: one request at a time, lists in pages
 * of 100. Waits as long as WordPress asks for, at most five minutes at a time. Throws a `ContentError` if WordPress
 * cannot be read.
 */
export async function readPublicWordPressContent(options: Options): Promise<PublicWordPressContent> {
  const { config, fetch: send = fetch, onProgress, onWait, pause = sleep } = options;
  const notices = new Map<string, string>();
  const notice = (topic: string, message: string | null) => {
    if (message === null) notices.delete(topic);
    else notices.set(topic, message);
  };
  const client = withReadRetries(
    createWordPressClient({
      config,
      timing: SYNC_TIMING_MS,
      fetch: (input, init) =>
        send(input, { ...init, headers: { ...headersOf(init), 'User-Agent': USER_AGENT } }),
      onNotice: (message) => notice('permalinks', message),
      parallel: 1,
    }),
    async (tried, fault) => {
      const wait = fault.retryAfter ?? FIRST_WAIT_MS * 2 ** (tried - 1);
      onWait(wait, fault.message);
      await pause(wait);
    },
    { tries: TRIES, isWorth: mayPass },
  );
  const reading = {
    client,
    now: Date.now,
    pause: () => pause(SYNC_TIMING_MS.secondLook).then(() => {}),
    notice,
    onProgress,
  };
  const { changes } = await readWithoutChangeFeed(reading, EMPTY_MIRROR_CONTENTS, null);
  return {
    contents: createMirrorContents(changes.put.map(({ kind, id, data }) => ({ kind, id, data, version: 1 }))),
    otherTypes: await readOtherTypes(client),
    notices: [...notices].flatMap(([topic, text]) => (KEPT_NOTICES.has(topic) ? [text] : [])),
  };
}

function headersOf(init: RequestInit | undefined): Record<string, string> {
  return Object.fromEntries(new Headers(init?.headers));
}

/**
 * Returns whether a failed request is worth a retry: WordPress responded with 429 or 5xx, and asks for no wait longer
 * than `MAX_WAIT_MS`.
 */
function mayPass({ status, retryAfter }: ContentError): boolean {
  if (retryAfter !== null && retryAfter > MAX_WAIT_MS) return false;
  return status === 429 || (status !== null && status >= 500);
}

async function readOtherTypes(client: WordPressClient): Promise<UnsupportedPostType[]> {
  const types = await client.get('/wp/v2/types', {}).catch(() => ({}));
  const found: UnsupportedPostType[] = [];
  for (const [slug, type] of Object.entries(isJsonObject(types) ? types : {})) {
    if (OWN_TYPES.test(slug) || !isJsonObject(type) || typeof type.rest_base !== 'string') continue;
    const namespace = typeof type.rest_namespace === 'string' ? type.rest_namespace : 'wp/v2';
    const read = await readType(client, `/${namespace}/${type.rest_base}`);
    if (read !== null && read.total > 0)
      found.push({ name: typeof type.name === 'string' ? type.name : slug, ...read });
  }
  return found;
}

/**
 * Returns the number of public entries of a post type, and the URLs of the first ones, at most 100. Returns null if
 * WordPress responds with an error status.
 */
async function readType(
  client: WordPressClient,
  path: string,
): Promise<Omit<UnsupportedPostType, 'name'> | null> {
  try {
    const { json, total } = await client.read(path, { per_page: 100, _fields: 'link' }, 'anonymous');
    const entries: unknown[] = Array.isArray(json) ? json : [];
    const links = entries.flatMap((entry) =>
      isJsonObject(entry) && typeof entry.link === 'string' ? [entry.link] : [],
    );
    return { total: total ?? entries.length, links };
  } catch (error) {
    if (error instanceof ContentError && error.status !== null) return null;
    throw error;
  }
}
