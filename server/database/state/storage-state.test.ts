import { expect, it } from 'vitest';
import { storageProblem, describeStorageProblem } from './storage-state.ts';

const fault = (fields: object) => Object.assign(new Error('x'), fields);

it.each([
  ['full', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
  ['unwritable', { code: 'ERR_SQLITE_ERROR', errcode: 10 }],
  // SQLITE_IOERR_WRITE, which a file-size limit causes.
  ['unwritable', { code: 'ERR_SQLITE_ERROR', errcode: 778 }],
  ['read-only', { code: 'ERR_SQLITE_ERROR', errcode: 1032 }],
  ['full', { code: '53100' }],
  ['read-only', { code: '25006' }],
  ['unwritable', { code: '58030' }],
  // A lock, a constraint, a lost connection, and a bug in our code.
  [null, { code: 'ERR_SQLITE_ERROR', errcode: 5 }],
  [null, { code: '23505' }],
  [null, { code: 'ECONNREFUSED' }],
  [null, {}],
])('%s: %j', (problem, fields) => {
  expect(storageProblem(fault(fields))).toBe(problem);
});

it('says what to do on either engine', () => {
  for (const problem of ['full', 'unwritable', 'read-only'] as const) {
    expect(describeStorageProblem(problem, { shared: false }).fix).toContain('DATA_DIR');
    expect(describeStorageProblem(problem, { shared: true }).fix).toContain('PostgreSQL');
  }
});
