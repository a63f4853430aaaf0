import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Kysely } from 'kysely';
import type { HealthCheck } from '../../../src/contracts/operators/site-calls.ts';
import { PART_BYTES } from '../../content/embedded/embedded-media.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { PictureFilesFault } from '../../media/picture-files.ts';
import type { Config } from '../../platform/config/config.ts';

/** How much space the site uses, and has. */
export interface DiskSpace {
  /** About the size of the pictures that were uploaded to this site, in bytes. */
  pictureBytes: number;
  /** What is free on the disk of DATA_DIR, in bytes. */
  freeBytes: number;
  /** The name of this machine if the database is on another one; null if it is here. */
  host: string | null;
  /** Why scaled pictures cannot be stored in DATA_DIR; null if they can. */
  cacheFault: PictureFilesFault | null;
}

/** Below this, a full disk is near: the pictures of a few pages, or the log of a busy week. */
const LITTLE_BYTES = 500 * 2 ** 20;

/** Reads how much space there is. */
export async function readDiskSpace(
  query: Kysely<Database>,
  {
    config: { dataDir, databaseUrl },
    cacheFault,
  }: { config: Pick<Config, 'dataDir' | 'databaseUrl'>; cacheFault: PictureFilesFault | null },
): Promise<DiskSpace> {
  const [{ parts }, { bavail, bsize }] = await Promise.all([
    // The parts themselves are not read.
    query
      .selectFrom('embedded_pictures')
      .select(({ fn }) => fn.countAll<number>().as('parts'))
      .executeTakeFirstOrThrow(),
    statfs(dataDir),
  ]);
  const host = databaseUrl === null ? null : hostname();
  return { pictureBytes: parts * PART_BYTES, freeBytes: bavail * bsize, host, cacheFault };
}

/** The check of the space on the disk. With a database on another machine, only the cache of pictures needs it. */
export function spaceCheck({ pictureBytes, freeBytes, host, cacheFault }: DiskSpace): HealthCheck {
  const base = { id: 'space', label: 'Disk space' };
  const where = host === null ? '' : ` on ${host}`;
  const pictures = `The uploaded pictures take ${sizeText(pictureBytes)}${host === null ? '' : ' of the database'}`;
  const detail = `${pictures}; ${sizeText(freeBytes)} are free${where}.`;
  if (cacheFault) {
    return {
      ...base,
      state: 'warn',
      detail: `Scaled pictures cannot be stored in DATA_DIR${where} (${cacheFault.code}), so they are made again and again. ${detail}`,
      fix: 'Make room on its disk, or let the server write to it. Storing resumes by itself; no restart is needed.',
    };
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
