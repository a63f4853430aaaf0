import { describe, expect, it } from 'vitest';
import { hashPagePassword, verifyPagePassword, isPagePasswordHash } from './page-password-hash.ts';

describe('a hash of a password', () => {
  it.each(['x', ' with spaces ', 'ü 密碼', '"\\<&', 'x'.repeat(255)])('fits %j only', async (password) => {
    const hash = await hashPagePassword(password);
    expect(isPagePasswordHash(hash)).toBe(true);
    expect(hash).not.toContain(password);
    expect(await verifyPagePassword(password, hash)).toBe(true);
    for (const other of ['', `${password} `, password.toUpperCase() + password, password.slice(1)]) {
      expect([other, await verifyPagePassword(other, hash)]).toEqual([other, false]);
    }
  });

  it('has a salt of its own', async () => {
    expect(await hashPagePassword('x')).not.toBe(await hashPagePassword('x'));
  });

  it('is what `hash_pbkdf2` of PHP makes', async () => {
    // hash_pbkdf2( 'sha256', 'sesame "ü" \\', '0123456789abcdef0123456789abcdef', 1000, 64 )
    const digits = 'a37a543485a81679c58892465dc8e671b6bbbe20a184c40311b8fb97c1560102';
    const hash = `pbkdf2-sha256:1000:0123456789abcdef0123456789abcdef:${digits}`;
    expect(await verifyPagePassword('sesame "ü" \\', hash)).toBe(true);
    expect(await verifyPagePassword('sesame', hash)).toBe(false);
  });
});

const SALT = '0123456789abcdef0123456789abcdef';
const DIGITS = 'ab'.repeat(32);

it.each([
  '',
  'x',
  null,
  7,
  `pbkdf2-sha256:1000:${SALT}:`,
  `pbkdf2-sha256:1000::${DIGITS}`,
  `pbkdf2-sha256:1:${SALT}:${DIGITS}`,
  `pbkdf2-sha256:9999999:${SALT}:${DIGITS}`,
  `pbkdf2-sha1:1000:${SALT}:${DIGITS}`,
  `pbkdf2-sha256:1000:${SALT}:${DIGITS}0`,
  `pbkdf2-sha256:1000:${SALT}:${DIGITS}\n`,
])('%j is no hash of a password', async (text) => {
  expect(isPagePasswordHash(text)).toBe(false);
  expect(await verifyPagePassword('', String(text))).toBe(false);
});
