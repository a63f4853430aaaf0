import { expect, it } from 'vitest';
import { checkDiskSpace } from './disk-space.ts';

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
])('says how much is used and free: %j', (space, state, detail) => {
  expect(checkDiskSpace({ ...OWN, ...space })).toMatchObject({ id: 'space', state, detail });
});

it('says what to do before the disk is full', () => {
  expect(checkDiskSpace({ ...OWN, pictureBytes: 0, freeBytes: 0 }).fix).toContain('DATA_DIR');
});
