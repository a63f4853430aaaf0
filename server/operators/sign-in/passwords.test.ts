import { describe, expect, it } from 'vitest';
import { hashOperatorPassword, operatorPasswordFault, verifyOperatorPassword } from './passwords.ts';

describe('passwordFault', () => {
  it.each([
    ['a few words in a row', null],
    ['too short', 'Use at least 12 characters. A few words in a row are easy to remember.'],
    ['x'.repeat(201), 'Use at most 200 characters.'],
    ['abcabcabcabcabc', 'Use more different characters.'],
    ['my Olive.Operator word', 'Leave your e-mail address out of the password.'],
  ])('of %j', (password, fault) => {
    expect(operatorPasswordFault(password, 'olive.operator@example.com')).toBe(fault);
  });
});

it('matches only the stored password, and nothing if no password is stored', async () => {
  const stored = await hashOperatorPassword('seven quiet lanterns');
  expect(stored).not.toBe(await hashOperatorPassword('seven quiet lanterns'));
  expect(await verifyOperatorPassword(stored, 'seven quiet lanterns')).toBe(true);
  expect(await verifyOperatorPassword(stored, 'seven quiet lantern')).toBe(false);
  expect(await verifyOperatorPassword(null, 'nobody has this password')).toBe(false);
});
