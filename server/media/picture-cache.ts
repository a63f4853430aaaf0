import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { runInBackground } from '../platform/async/run-in-background.ts';
import { loadOnce, singleFlight } from '../platform/async/single-flight.ts';
import type { PictureFacts } from './convert-picture.ts';

/** A file in the cache. Its name contains all of its properties, so the directory listing serves as the index. */
export interface PictureFile {
  key: string;
  /** `original`, or width and format: `640-avif`. */
  part: string;
  facts: PictureFacts;
  /** Hash of the bytes, to detect damaged files. */
  hash: string;
  extension: string;
}

/** Pictures on disk, within a size budget. The least recently used files are removed first. */
export interface PictureCache {
  /** Returns the properties of a picture; null if none of its files are cached. */
  facts(key: string): PictureFacts | null;
  list(key: string): PictureFile[];
  find(key: string, part: string): PictureFile | null;
  /** Reads the bytes of a file. If it is missing or damaged, removes it from the cache and returns null. */
  read(file: PictureFile): Promise<Buffer | null>;
  /**
   * Caches a file. If it cannot be written to disk, it is kept in memory, within a budget, and writing is retried.
   */
  write(file: Omit<PictureFile, 'hash'>, bytes: Buffer): Promise<PictureFile>;
  /** Returns the number of bytes used on disk. */
  used(): Promise<number>;
  /** Returns why files cannot be written; null if they can. */
  fault(): PictureCacheOutage | null;
  /** Stops retrying to write the files in memory. */
  stop(): void;
}

/** A period during which files cannot be written. */
export interface PictureCacheOutage {
  /** The error code of the first failure, such as ENOSPC. */
  code: string;
  /** Epoch milliseconds of the first failure. */
  since: number;
}

interface KeptFile {
  file: PictureFile;
  /** Size in bytes, and last use in epoch milliseconds. Both are 0 until they are read from disk. */
  size: number;
  usedAt: number;
}

const NAME = /^([\w-]{16})\.([\w-]+)\.(\d+)x(\d+)\.([0-9a-f]{6}|clear)\.([0-9a-f]{16})\.(\w+)$/;
/** Milliseconds between updates of a file's modification time, which preserves its last use across restarts. */
const USE_INTERVAL_MS = 3_600_000;
/** If the budget is exceeded, files are removed until this fraction of it is in use. */
const AFTER_REMOVAL_SHARE = 0.9;
const BATCH_FILES = 64;
/** Maximum bytes of unwritten files in memory: enough for the largest original (`MAX_BYTES` in `fetch-media.ts`). */
const UNWRITTEN_BYTES = 26_000_000;
/** Milliseconds before files that could not be written are tried again. */
const RETRY_MS = 5_000;

/** Opens the cache in a folder, which is created with the first file. `budget` is in bytes. */
export function createPictureCache(options: {
  folder: string;
  budget: number;
  log: Logger;
  now?: () => number;
}): PictureCache {
  const { folder, budget, log, now = Date.now } = options;
  const pictures = new Map<string, Map<string, KeptFile>>();
  const unwritten = new LRUCache<string, { file: PictureFile; bytes: Buffer }>({
    maxSize: UNWRITTEN_BYTES,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.byteLength),
  });
  let fault: PictureCacheOutage | null = null;
  let retrying: NodeJS.Timeout | undefined;
  let stopped = false;
  const measured = loadOnce(measure);
  let total = 0;
  let written = 0;
  const removeOverBudget = singleFlight(keepBudget);
  for (const name of namesIn(folder)) {
    const file = readName(name);
    if (file) keep({ file, size: 0, usedAt: 0 });
    // The server stopped while it was writing this file.
    else if (name.endsWith('.tmp')) rm(path.join(folder, name), { force: true }).catch(() => {});
  }

  function keep(kept: KeptFile): void {
    const { key, part } = kept.file;
    const before = pictures.get(key)?.get(part);
    if (before && nameOf(before.file) === nameOf(kept.file)) total -= before.size;
    else if (before) runInBackground(log, 'picture-file-not-removed', () => remove(before));
    const parts = pictures.get(key) ?? new Map<string, KeptFile>();
    pictures.set(key, parts.set(part, kept));
    total += kept.size;
  }

  async function remove(kept: KeptFile): Promise<void> {
    const { key, part } = kept.file;
    const parts = pictures.get(key);
    if (parts?.get(part) === kept) {
      parts.delete(part);
      if (parts.size === 0) pictures.delete(key);
      total -= kept.size;
    }
    await rm(path.join(folder, nameOf(kept.file)), { force: true }).catch((error: unknown) =>
      log.warn({ event: 'picture-file-not-removed', err: error }),
    );
  }

  function all(): KeptFile[] {
    return [...pictures.values()].flatMap((parts) => Array.from(parts.values()));
  }

  async function measure(): Promise<void> {
    const unknown = all().filter(({ size }) => size === 0);
    for (let at = 0; at < unknown.length; at += BATCH_FILES) {
      await Promise.all(
        unknown.slice(at, at + BATCH_FILES).map(async (kept) => {
          const found = await stat(path.join(folder, nameOf(kept.file))).catch(() => null);
          if (!found) return remove(kept);
          // A picture may be replaced or removed while its file is measured.
          if (pictures.get(kept.file.key)?.get(kept.file.part) !== kept) return;
          kept.size = found.size;
          kept.usedAt ||= found.mtimeMs;
          total += found.size;
        }),
      );
    }
  }

  async function keepBudget(): Promise<void> {
    await measured();
    if (total <= budget) return;
    for (const kept of all().sort((a, b) => a.usedAt - b.usedAt)) {
      if (total <= budget * AFTER_REMOVAL_SHARE) return;
      await remove(kept);
    }
  }

  /** Writes a file to disk. Returns whether this succeeded. */
  async function store(file: PictureFile, bytes: Buffer): Promise<boolean> {
    const place = path.join(folder, nameOf(file));
    written += 1;
    const unfinished = `${place}.${written}.tmp`;
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(unfinished, bytes);
      await rename(unfinished, place);
      keep({ file, size: bytes.byteLength, usedAt: now() });
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      failed(error);
      return false;
    }
    await removeOverBudget();
    return true;
  }

  function failed(error: unknown): void {
    // Only the first failure is logged, because otherwise each picture would add a line.
    if (!fault)
      log.error({ event: 'picture-not-kept', folder, err: error }, `${folder} cannot be written to.`);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    fault ??= { code, since: now() };
    if (stopped) return;
    retrying ??= setTimeout(() => runInBackground(log, 'picture-not-kept', writeAgain), RETRY_MS).unref();
  }

  /** Writes the files in memory to disk. Stops at the first one that fails. */
  async function writeAgain(): Promise<void> {
    retrying = undefined;
    const waiting = [...unwritten.entries()];
    for (const [name, { file, bytes }] of waiting) {
      if (!(await store(file, bytes))) return;
      unwritten.delete(name);
    }
    if (fault) log.info({ event: 'pictures-kept-again', folder, code: fault.code });
    fault = null;
  }

  function partsOf(key: string): PictureFile[] {
    const waiting = [...unwritten.values()].map(({ file }) => file).filter((file) => file.key === key);
    return [...[...(pictures.get(key)?.values() ?? [])].map(({ file }) => file), ...waiting];
  }

  return {
    facts: (key) => partsOf(key)[0]?.facts ?? null,
    list: partsOf,
    find: (key, part) =>
      pictures.get(key)?.get(part)?.file ?? partsOf(key).find((file) => file.part === part) ?? null,
    async read(file) {
      const waiting = unwritten.get(nameOf(file));
      if (waiting) return waiting.bytes;
      const kept = pictures.get(file.key)?.get(file.part);
      const place = path.join(folder, nameOf(file));
      const bytes = await readFile(place).catch(() => null);
      if (!bytes || hashOf(bytes) !== file.hash) {
        if (kept) await remove(kept);
        return null;
      }
      if (kept && now() - kept.usedAt > USE_INTERVAL_MS) {
        await utimes(place, now() / 1000, now() / 1000).catch(() => {});
      }
      if (kept) kept.usedAt = now();
      return bytes;
    },
    async write(given, bytes) {
      const file = { ...given, hash: hashOf(bytes) };
      if (!(await store(file, bytes))) unwritten.set(nameOf(file), { file, bytes });
      return file;
    },
    async used() {
      await measured();
      return total;
    },
    fault: () => fault,
    stop() {
      stopped = true;
      clearTimeout(retrying);
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The folder does not exist before the first picture.
    return [];
  }
}

function nameOf({ key, part, facts, hash, extension }: PictureFile): string {
  return [key, part, `${facts.width}x${facts.height}`, facts.colour ?? 'clear', hash, extension].join('.');
}

function readName(name: string): PictureFile | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const [, key = '', part = '', width, height, colour = '', hash = '', extension = ''] = found;
  const facts = { width: Number(width), height: Number(height), colour: colour === 'clear' ? null : colour };
  return { key, part, facts, hash, extension };
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}
