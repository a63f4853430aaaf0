import { mkdtemp, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../database/open-database.ts';
import { checkDiskSpace, readDiskSpace } from './disk-space.ts';

const MB = 2 ** 20;

const OWN = { host: null, cacheFault: null };
const SHARED = { ...OWN, host: 'web-2', freeBytes: 0 };

it.each([
  [{ pictureBytes: 0, freeBytes: 40_960 * MB }, 'ok', 'The uploaded pictures take 0 MB; 40.0 GB are free.'],
  [
    { pictureBytes: 12.2 * MB, freeBytes: 499 * MB },
    'warn',
    'The uploaded pictures take 13 MB; 499 MB are free.',
  ],
  [
    { ...SHARED, pictureBytes: 2048 * MB },
    'ok',
    'The uploaded pictures take 2.0 GB of the database; 0 MB are free on web-2.',
  ],
  [
    { ...SHARED, pictureBytes: 0, cacheFault: { code: 'ENOSPC', since: 0 } },
    'warn',
    expect.stringContaining('cannot be stored in DATA_DIR on web-2 (ENOSPC)'),
  ],
  [
    { ...SHARED, pictureBytes: 0, freeBytes: null },
    'warn',
    'The uploaded pictures take 0 MB of the database; the free space of DATA_DIR on web-2 cannot be read.',
  ],
])('says how much is used and free: %j', (space, state, detail) => {
  expect(checkDiskSpace({ ...OWN, ...space })).toMatchObject({ id: 'space', state, detail });
});

it('says what to do before the disk is full', () => {
  expect(checkDiskSpace({ ...OWN, pictureBytes: 0, freeBytes: 0 }).fix).toContain('DATA_DIR');
});

it('reads the other facts if DATA_DIR does not exist', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-space-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
  onTestFinished(() => database.close());
  const config = { dataDir: path.join(folder, 'missing'), databaseUrl: 'postgres://db.test/site' };
  const space = await readDiskSpace(database.query, { config, cacheFault: null });
  expect(space).toEqual({ pictureBytes: 0, freeBytes: null, host: hostname(), cacheFault: null });
});
