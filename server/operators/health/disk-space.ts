import { statfs } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { HealthCheck } from '../../../src/contracts/operators/site-calls.ts';
import { PART_BYTES } from '../../content/embedded/embedded-media.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { Config } from '../../platform/config/config.ts';

/** How much space the site uses, and has. */
export interface DiskSpace {
  /** About the size of the pictures that were uploaded to this site, in bytes. */
  pictureBytes: number;
  /** What is free where the site keeps its data, in bytes; null if the database is on another machine. */
  freeBytes: number | null;
}

/** Below this, a full disk is near: the pictures of a few pages, or the log of a busy week. */
const LITTLE_BYTES = 500 * 2 ** 20;

/** Reads how much space there is. */
export async function readDiskSpace(
  query: Kysely<Database>,
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
): Promise<DiskSpace> {
  const [{ parts }, free] = await Promise.all([
    // The parts themselves are not read.
    query
      .selectFrom('embedded_pictures')
      .select(({ fn }) => fn.countAll<number>().as('parts'))
      .executeTakeFirstOrThrow(),
    databaseUrl === null ? statfs(dataDir).then(({ bavail, bsize }) => bavail * bsize) : null,
  ]);
  return { pictureBytes: parts * PART_BYTES, freeBytes: free };
}

/** The check of the space on the disk. */
export function spaceCheck({ pictureBytes, freeBytes }: DiskSpace): HealthCheck {
  const base = { id: 'space', label: 'Disk space' };
  const pictures = `The uploaded pictures take ${sizeText(pictureBytes)}`;
  if (freeBytes === null) return { ...base, state: 'ok', detail: `${pictures} of the database.` };
  const detail = `${pictures}; ${sizeText(freeBytes)} are free.`;
  if (freeBytes >= LITTLE_BYTES) return { ...base, state: 'ok', detail };
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
