import { expect, it } from 'vitest';
import { databaseErrorCode, isSqliteBusy, classifyStoreError } from './database-error.ts';

const fault = (more: object, message = 'Key (email)=(ann@example.com) exists') =>
  Object.assign(new Error(message), more);

it.each([
  ['again', fault({ code: '23505' })],
  ['again', fault({ code: '40P01' })],
  ['again', fault({ code: 'ERR_SQLITE_ERROR', errcode: 2067 })],
  ['this-lead', fault({ code: '22021' })],
  ['this-lead', new TypeError('A fault of ours.')],
  ['this-lead', Object.assign(new TypeError('A fault of ours.'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['unreachable', fault({ code: 'ECONNREFUSED' })],
  ['unreachable', fault({ code: '57P01' })],
  ['unreachable', fault({ code: '53100' })],
  ['unreachable', fault({}, 'Connection terminated unexpectedly')],
  // SQLITE_BUSY, SQLITE_FULL, SQLITE_IOERR_FSYNC
  ['unreachable', fault({ code: 'ERR_SQLITE_ERROR', errcode: 5 })],
  // SQLITE_BUSY_RECOVERY
  ['unreachable', fault({ code: 'ERR_SQLITE_ERROR', errcode: 261 })],
  ['unreachable', fault({ code: 'ERR_SQLITE_ERROR', errcode: 13 })],
  ['unreachable', fault({ code: 'ERR_SQLITE_ERROR', errcode: 1034 })],
])('%s: %o', (kind, error) => {
  expect(classifyStoreError(error)).toBe(kind);
  expect(databaseErrorCode(error)).not.toContain('ann');
});

it.each([
  // SQLITE_BUSY, SQLITE_BUSY_RECOVERY and SQLITE_BUSY_SNAPSHOT
  [5, true],
  [261, true],
  [517, true],
  // SQLITE_LOCKED
  [6, false],
])('SQLite’s code %i for a busy database: %s', (errcode, isBusy) => {
  expect(isSqliteBusy(fault({ errcode }))).toBe(isBusy);
  expect(isSqliteBusy(new Error('The migration failed.', { cause: fault({ errcode }) }))).toBe(isBusy);
});
