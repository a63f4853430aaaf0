import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { createParallelLimit, isTooBusyError } from '../platform/async/parallel-limit.ts';
import type { Config } from '../platform/config/config.ts';
import type { PublicFetch } from '../platform/security/public-fetch.ts';
import { runInBackground } from '../platform/async/run-in-background.ts';
import { singleFlight } from '../platform/async/single-flight.ts';
import {
  convertPicture,
  PICTURE_MEDIA_TYPES,
  readPictureFacts,
  type PictureFacts,
} from './convert-picture.ts';
import { fetchMedia } from './fetch-media.ts';
import {
  pictureKey,
  pictureAttributes,
  type PictureAttributes,
  type PictureFormat,
} from './picture-address.ts';
import { servedWidth } from './picture-widths.ts';
import { createPictureCache, type PictureFile, type PictureCacheOutage } from './picture-cache.ts';
import { fetchablePictureUrl, type PictureUrlResolver } from './picture-url-resolver.ts';

/** A picture to which content refers, at its own URL. Sizes in pixels, 0 or absent if unknown. */
export interface OriginalPicture {
  url: string;
  width?: number;
  height?: number;
  /** The digits of the date of the last change, as in `RawMedia`. */
  modified?: string;
}

/** Assigns URLs on our own origin to the content's pictures. */
export interface PictureUrlMapper {
  /**
   * Returns the attributes with which an `<img>` shows a picture, and remembers its URL, so that the picture can be
   * fetched when a browser requests it. Returns null for an SVG, and for a URL from which pictures may not be fetched.
   */
  address(original: OriginalPicture): PictureAttributes | null;
}

/** Stores the URLs of originals by key, so that picture URLs in old pages stay valid. */
export interface PictureUrlStore {
  find(key: string): Promise<string | null>;
  /** Saves new keys. Keys that are already stored are not changed. */
  save(pictures: readonly { key: string; url: string }[]): Promise<void>;
}

/** A picture ready to be sent. */
export interface ServedPicture {
  bytes: Buffer;
  type: 'image/avif' | 'image/webp' | 'image/jpeg' | 'image/png';
  /** Hash of the bytes, for the ETag. */
  hash: string;
  /** False if this is another size or an older version, because the original is unavailable. */
  exact: boolean;
}

/** `unknown`: no page has used the key. `busy`: too many requests wait. `failed`: the original is unavailable. */
export type PictureResult = ServedPicture | 'unknown' | 'busy' | 'failed';

/** The content's pictures, scaled and cached on disk. */
export interface PictureService extends PictureUrlMapper {
  /** Returns a picture at a served width. Fetches and converts the original if the result is not cached. */
  get(key: string, width: number, format: PictureFormat): Promise<PictureResult>;
  /** Starts prefetching the originals of pictures on pages, so that they stay available if WordPress is down. */
  start(): void;
  /** Returns why pictures cannot be cached on disk; null if they can. */
  cacheFault(): PictureCacheOutage | null;
  /** Stops prefetching, and saves the keys that are not stored yet. */
  stop(): Promise<void>;
}

interface PictureOptions {
  config: Pick<Config, 'dataDir' | 'pictureCacheMegabytes'> & Partial<Pick<Config, 'cdn'>>;
  log: Logger;
  source: PictureUrlResolver;
  fetch: PublicFetch;
  store?: PictureUrlStore;
  now?: () => number;
}

const PARALLEL_FETCHES = 4;
const PARALLEL_CONVERSIONS = 2;
const MAX_QUEUED_PICTURES = 256;
/** Milliseconds before the request for an original is repeated after a failure. */
const FAILURE_PAUSE_MS = 30_000;
/** Milliseconds before keys are saved and originals are prefetched. The delay gives priority to pages. */
const BACKGROUND_DELAY_MS = 1_000;
/** Milliseconds before failed background work is tried again. */
const RETRY_MS = 600_000;
/** Maximum number of keys in memory. The database has the others. */
const MAX_KEYS = 20_000;
/** Prefetching stops at this fraction of the disk budget. */
const PREFETCH_SHARE = 0.5;

/**
 * Creates the service that converts pictures and caches them in `DATA_DIR/pictures`. Nothing is written, fetched or
 * loaded before it is needed.
 */
export function createPictureService(options: PictureOptions): PictureService {
  const { config, log, source, fetch: ask, store, now = Date.now } = options;
  const budget = config.pictureCacheMegabytes * 1_000_000;
  const files = createPictureCache({ folder: path.join(config.dataDir, 'pictures'), budget, log, now });
  const fetching = createParallelLimit(PARALLEL_FETCHES, MAX_QUEUED_PICTURES);
  const converting = createParallelLimit(PARALLEL_CONVERSIONS, MAX_QUEUED_PICTURES);
  const originals = singleFlight(
    (_: string, task: () => Promise<{ bytes: Buffer; facts: PictureFacts }>) => task(),
    (key) => key,
  );
  const conversions = singleFlight(
    (_: string, task: () => Promise<ServedPicture>) => task(),
    (key) => key,
  );
  const urls = new LRUCache<string, string>({ max: MAX_KEYS });
  const failedAt = new LRUCache<string, number>({ max: MAX_KEYS });
  const unsaved = new Map<string, string>();
  const ahead = new Set<string>();
  let saving: NodeJS.Timeout | undefined;
  let fetchingAhead: NodeJS.Timeout | undefined;
  let running = false;

  function remember(key: string, url: string): void {
    if (urls.has(key)) return;
    urls.set(key, url);
    if (store) {
      unsaved.set(key, url);
      saveIn(BACKGROUND_DELAY_MS);
    }
    if (files.facts(key)) return;
    const [oldest] = ahead;
    if (oldest !== undefined && ahead.size >= MAX_KEYS) ahead.delete(oldest);
    ahead.add(key);
    if (running) fetchAheadIn(BACKGROUND_DELAY_MS);
  }

  async function save(): Promise<void> {
    saving = undefined;
    const pictures = [...unsaved].map(([key, url]) => ({ key, url }));
    if (!store || pictures.length === 0) return;
    unsaved.clear();
    try {
      await store.save(pictures);
    } catch (error) {
      log.error(
        { event: 'picture-keys-not-stored', err: error },
        'Pictures in old pages may break after a restart.',
      );
      for (const { key, url } of pictures) unsaved.set(key, url);
      saveIn(RETRY_MS);
    }
  }

  function saveIn(milliseconds: number): void {
    saving ??= setTimeout(() => runInBackground(log, 'picture-keys-not-stored', save), milliseconds).unref();
  }

  function fetchAheadIn(milliseconds: number): void {
    fetchingAhead ??= setTimeout(
      () => runInBackground(log, 'pictures-not-prefetched', fetchAhead),
      milliseconds,
    ).unref();
  }

  async function fetchAhead(): Promise<void> {
    try {
      for (const key of ahead) {
        if (!running || files.fault() || (await files.used()) > budget * PREFETCH_SHARE) break;
        const fetched = files.facts(key) ?? (await original(key).catch(() => null));
        if (fetched) ahead.delete(key);
      }
    } finally {
      fetchingAhead = undefined;
      if (running && ahead.size > 0) fetchAheadIn(RETRY_MS);
    }
  }

  async function urlOf(key: string): Promise<string | null> {
    const known = urls.get(key) ?? unsaved.get(key);
    if (known !== undefined || !store) return known ?? null;
    const stored = await store.find(key);
    if (stored !== null) urls.set(key, stored);
    return stored;
  }

  function original(key: string): Promise<{ bytes: Buffer; facts: PictureFacts }> {
    return originals(key, async () => {
      const kept = files.find(key, 'original');
      const bytes = kept && (await files.read(kept));
      if (kept && bytes) return { bytes, facts: kept.facts };
      const url = await urlOf(key);
      if (url === null) throw new Error(`No page names the picture ${key}.`);
      if (now() - (failedAt.get(key) ?? Number.NEGATIVE_INFINITY) < FAILURE_PAUSE_MS) {
        throw new Error(`${url} failed a moment ago.`);
      }
      try {
        return await fetching(async () => {
          const fetched = await fetchMedia(url, { source, fetch: ask });
          const facts = await readPictureFacts(fetched);
          await files.write({ key, part: 'original', facts, extension: 'bin' }, fetched);
          failedAt.delete(key);
          return { bytes: fetched, facts };
        });
      } catch (error) {
        if (!isTooBusyError(error)) {
          failedAt.set(key, now());
          log.warn(
            { event: 'picture-failed', url, err: error },
            `${url} cannot be shown. Check it in WordPress.`,
          );
        }
        throw error;
      }
    });
  }

  async function served(file: PictureFile, exact = true): Promise<ServedPicture | null> {
    const type = PICTURE_MEDIA_TYPES[file.extension];
    const bytes = type ? await files.read(file) : null;
    return type && bytes ? { bytes, type, hash: file.hash, exact } : null;
  }

  /**
   * Returns a fallback for an unavailable original: the largest cached size of the picture in this format, or else of
   * another version of it; null if there is none.
   */
  async function keptInstead(key: string, format: PictureFormat): Promise<ServedPicture | null> {
    const url = urls.get(key);
    const older =
      url === undefined ? [] : [...urls].filter((each) => each[1] === url).map(([other]) => other);
    for (const each of new Set([key, ...older])) {
      const found = files
        .list(each)
        .filter(({ part }) => part.endsWith(`-${format}`))
        .sort((a, b) => Number.parseInt(b.part, 10) - Number.parseInt(a.part, 10));
      for (const file of found) {
        const picture = await served(file, false);
        if (picture) return picture;
      }
    }
    return null;
  }

  function convert(key: string, width: number, format: PictureFormat): Promise<ServedPicture> {
    return conversions(`${key} ${width} ${format}`, async () => {
      const { facts } = await original(key);
      const most = Math.min(width, servedWidth(facts.width));
      // Every width larger than the original yields the same file.
      if (most < width) return (await kept(key, most, format)) ?? convert(key, most, format);
      const made = await converting(async () => {
        // The bytes are read only now, so that queued conversions hold none in memory.
        const { bytes } = await original(key);
        return convertPicture(bytes, { width, format, transparent: facts.colour === null });
      });
      const part = `${width}-${format}`;
      const { hash, extension } = await files.write(
        { key, part, facts, extension: made.extension },
        made.bytes,
      );
      const type = PICTURE_MEDIA_TYPES[extension];
      if (!type) throw new Error(`There is no type for .${extension}.`);
      return { bytes: made.bytes, type, hash, exact: true };
    });
  }

  async function kept(key: string, width: number, format: PictureFormat): Promise<ServedPicture | null> {
    const facts = files.facts(key);
    const most = facts ? Math.min(width, servedWidth(facts.width)) : width;
    const file = files.find(key, `${most}-${format}`);
    return file && served(file);
  }

  return {
    address({ url, width = 0, height = 0, modified }) {
      const read = fetchablePictureUrl(url, source);
      if (!read) return null;
      const key = pictureKey(read.href, modified);
      remember(key, read.href);
      const facts = files.facts(key);
      const size = width > 0 && height > 0 ? { width, height } : facts;
      const own = pictureAttributes(key, size, config.cdn ? '.webp' : '');
      return facts?.colour ? { ...own, placeholder: `#${facts.colour}` } : own;
    },
    async get(key, width, format) {
      const ready = await kept(key, width, format);
      if (ready) return ready;
      try {
        if ((await urlOf(key)) === null && files.list(key).length === 0) return 'unknown';
        return await convert(key, width, format);
      } catch (error) {
        if (isTooBusyError(error)) return 'busy';
        const instead = await keptInstead(key, format);
        if (!instead) log.debug({ event: 'picture-missing', key, width, err: error });
        return instead ?? 'failed';
      }
    },
    start() {
      running = true;
      if (ahead.size > 0) fetchAheadIn(BACKGROUND_DELAY_MS);
    },
    cacheFault: () => files.fault(),
    async stop() {
      running = false;
      files.stop();
      clearTimeout(fetchingAhead);
      clearTimeout(saving);
      await save();
    },
  };
}
