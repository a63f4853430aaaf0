import { expect, it } from 'vitest';
import { spaceCheck } from './disk-space.ts';

const MB = 2 ** 20;

it.each([
  [{ pictureBytes: 0, freeBytes: 40_960 * MB }, 'ok', 'The uploaded pictures take 0 MB; 40.0 GB are free.'],
  [
    { pictureBytes: 12.2 * MB, freeBytes: 499 * MB },
    'warn',
    'The uploaded pictures take 13 MB; 499 MB are free.',
  ],
  [{ pictureBytes: 2048 * MB, freeBytes: null }, 'ok', 'The uploaded pictures take 2.0 GB of the database.'],
])('says how much is used and free: %j', (space, state, detail) => {
  expect(spaceCheck(space)).toMatchObject({ id: 'space', state, detail });
});

it('says what to do before the disk is full', () => {
  expect(spaceCheck({ pictureBytes: 0, freeBytes: 0 }).fix).toContain('DATA_DIR');
});
