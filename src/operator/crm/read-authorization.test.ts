import { expect, it } from 'vitest';
import { readAuthorization } from './read-authorization.ts';

it.each([
  ['locationId=abc', 'success'],
  ['code=xyz', 'success'],
  ['code=xyz&state=s', 'success'],
  // The location is checked first, so it takes precedence over an error.
  ['locationId=abc&error=access_denied', 'success'],
  ['locationId=abc&code=xyz&error=access_denied', 'success'],
  ['code=xyz&error=access_denied', 'failed'],
  ['error=access_denied', 'failed'],
  ['', 'processing'],
  ['state=s', 'processing'],
  ['locationId=&code=', 'processing'],
])('?%s is %s', (query, authorization) => {
  expect(readAuthorization(new URLSearchParams(query))).toBe(authorization);
});
