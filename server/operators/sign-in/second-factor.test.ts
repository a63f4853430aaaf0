import { expect, it } from 'vitest';
import {
  verifyTotpCode,
  newRecoveryCodes,
  newTotpSecret,
  hashRecoveryCode,
  otpauthUrl,
} from './second-factor.ts';

/** The secret "12345678901234567890" and the time 1111111109 s from RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const AT = 1_111_111_109_000;
const STEP = 37_037_036;

it('accepts the RFC’s code at its time, and one step earlier or later', () => {
  expect(verifyTotpCode(SECRET, '081804', null, AT)).toBe(STEP);
  expect(verifyTotpCode(SECRET, '081 804', null, AT + 30_000)).toBe(STEP);
  expect(verifyTotpCode(SECRET, '081804', null, AT - 30_000)).toBe(STEP);
  expect(verifyTotpCode(SECRET, '081804', null, AT + 61_000)).toBeNull();
});

it('rejects used and malformed codes', () => {
  expect(verifyTotpCode(SECRET, '081804', STEP - 1, AT)).toBe(STEP);
  expect(verifyTotpCode(SECRET, '081804', STEP, AT)).toBeNull();
  for (const code of ['', '08180', '0818040', 'abcdef', '-81804']) {
    expect(verifyTotpCode(SECRET, code, null, AT)).toBeNull();
  }
});

it('names the account and the site in the URL for authenticator apps', () => {
  const address = new URL(otpauthUrl(newTotpSecret(), 'olive@example.com', 'Sample Realty'));
  expect(address.protocol).toBe('otpauth:');
  expect(address.searchParams.get('issuer')).toBe('Sample Realty');
  expect(address.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/);
});

it('ignores case and separators in recovery codes', () => {
  const [code = ''] = newRecoveryCodes();
  expect(code).toMatch(/^(?:[0-9a-f]{4}-){3}[0-9a-f]{4}$/);
  expect(hashRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `)).toBe(hashRecoveryCode(code));
});
