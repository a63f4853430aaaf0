import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import type { HealthCheck } from '../../../src/contracts/operators/site-calls.ts';
import { PICTURE_PART_BYTES } from '../../content/embedded/embedded-media.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { PictureCacheOutage } from '../../media/picture-cache.ts';
import type { Config } from '../../platform/config/config.ts';

/** The space that uploaded pictures take, and the free space on the disk. */
export interface DiskSpace {
  /** Approximate size in bytes of the pictures that were uploaded to this site. */
  pictureBytes: number;
  /** Free bytes on the disk of DATA_DIR; null if it cannot be read, for example because DATA_DIR cannot be created. */
  freeBytes: number | null;
  /** The name of this machine if the site uses a database server; null if the database is on the disk of DATA_DIR. */
  host: string | null;
  /** Why scaled pictures cannot be stored in DATA_DIR; null if they can. */
  cacheFault: PictureCacheOutage | null;
}

/**
 * The check warns if fewer bytes are free, so that an operator can make room before the disk is full. The pictures of a few
 * pages, or the log of a busy week, take this much.
 */
const LITTLE_BYTES = 500 * 2 ** 20;

/** Reads the size of the uploaded pictures and the free space on the disk. */
export async function readDiskSpace(
  query: Kysely<Database>,
  {
    config: { dataDir, databaseUrl },
    cacheFault,
  }: { config: Pick<Config, 'dataDir' | 'databaseUrl'>; cacheFault: PictureCacheOutage | null },
): Promise<DiskSpace> {
  const [{ parts }, disk] = await Promise.all([
    // Only counts the parts, without reading them.
    query
      .selectFrom('embedded_pictures')
      .select(({ fn }) => fn.countAll<number>().as('parts'))
      .executeTakeFirstOrThrow(),
    statfs(dataDir).catch(() => null),
  ]);
  const host = databaseUrl === null ? null : hostname();
  const freeBytes = disk && disk.bavail * disk.bsize;
  return { pictureBytes: parts * PICTURE_PART_BYTES, freeBytes, host, cacheFault };
}

/**
 * Checks the disk space. With a database server, little free space is no warning, because leads and pages are not
 * stored in DATA_DIR.
 */
export function checkDiskSpace({ pictureBytes, freeBytes, host, cacheFault }: DiskSpace): HealthCheck {
  const base = { id: 'space', label: 'Disk space' };
  const where = host === null ? '' : ` on ${host}`;
  const pictures = `The uploaded pictures take ${sizeText(pictureBytes)}${host === null ? '' : ' of the database'}`;
  const free =
    freeBytes === null
      ? `the free space of DATA_DIR${where} cannot be read`
      : `${sizeText(freeBytes)} are free${where}`;
  const detail = `${pictures}; ${free}.`;
  if (cacheFault) {
    return {
      ...base,
      state: 'warn',
      detail: `Scaled pictures cannot be stored in DATA_DIR${where} (${cacheFault.code}), so they are made again and again. ${detail}`,
      fix: 'Make room on its disk, or let the server write to it. Storing resumes by itself; no restart is needed.',
    };
  }
  if (freeBytes === null) {
    const fix = 'Set DATA_DIR to a folder that the server can make and read, and restart.';
    return { ...base, state: 'warn', detail, fix };
  }
  if (host !== null || freeBytes >= LITTLE_BYTES) return { ...base, state: 'ok', detail };
  return {
    ...base,
    state: 'warn',
    detail,
    fix: 'Make room on the disk of DATA_DIR: on a full disk, neither leads nor pages can be saved.',
  };
}

function sizeText(bytes: number): string {
  const megabytes = bytes / 2 ** 20;
  if (megabytes < 1000) return `${Math.ceil(megabytes)} MB`;
  return `${(megabytes / 1024).toFixed(1)} GB`;
}
