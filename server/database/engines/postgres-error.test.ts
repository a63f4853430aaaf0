import { expect, it } from 'vitest';
import { postgresError } from './postgres-error.ts';

const URL = 'postgres://ann:sesame@db.example.com:5433/leads';

it.each([
  ['ECONNREFUSED', true, 'nothing answers at db.example.com:5433 (ECONNREFUSED). Start PostgreSQL'],
  ['ENOTFOUND', true, 'the host of db.example.com:5433 is not known'],
  ['57P03', true, 'PostgreSQL at db.example.com:5433 is starting'],
  ['53300', true, 'has no free connection'],
  ['28P01', false, 'refuses the user ann (28P01). Correct the user and the password.'],
  ['3D000', false, 'has no database leads. Create it'],
  ['42501', false, 'the user ann may not create tables in leads'],
  ['25006', false, 'is read-only'],
  ['XX000', false, 'cannot be used (The driver says so.). Check the address'],
])('%s: names the setting, the cause and the fix', (code, mayPass, words) => {
  const fault = postgresError(Object.assign(new Error('The driver says so.'), { code }), URL);
  expect(fault.message).toMatch(/^DATABASE_URL: /);
  expect(fault.message).toContain(words);
  expect(fault.message).not.toContain('sesame');
  expect(fault.kind).toBe(mayPass ? 'unreachable' : 'unusable');
});

it('a connection that does not open in time may do so later', () => {
  expect(postgresError(new Error('timeout expired'), URL).kind).toBe('unreachable');
});
