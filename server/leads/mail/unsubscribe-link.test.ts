import { expect, test } from 'vitest';
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-link.ts';

const OLD = 'an old secret of thirty-two or more characters';
const NEW = 'a new secret of thirty-two or more characters!';

test('gives back the address it was made for, in lower case, and is always the same', () => {
  const token = unsubscribeToken(' Sam.Field@Example.COM ', [NEW]);
  expect(readUnsubscribeToken(token, [NEW])).toBe('sam.field@example.com');
  expect(unsubscribeToken('sam.field@example.com', [NEW])).toBe(token);
});

test('an old secret still verifies, a foreign one does not', () => {
  const token = unsubscribeToken('sam@example.com', [OLD]);
  expect(readUnsubscribeToken(token, [NEW, OLD])).toBe('sam@example.com');
  expect(readUnsubscribeToken(token, [NEW])).toBeNull();
  expect(readUnsubscribeToken(token, [])).toBeNull();
});

test('does not show the address', () => {
  const bytes = Buffer.from(unsubscribeToken('sam@example.com', [NEW]), 'base64url').toString('latin1');
  expect(bytes).not.toContain('sam');
  expect(bytes).not.toContain('example');
});

test('no change of a single bit, no cut and no addition is let through', () => {
  const token = unsubscribeToken('sam@example.com', [NEW]);
  const bytes = Buffer.from(token, 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const forged = Buffer.from(bytes);
    forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(readUnsubscribeToken(forged.toString('base64url'), [NEW])).toBeNull();
  }
  for (let length = 0; length < token.length; length += 1) {
    expect(readUnsubscribeToken(token.slice(0, length), [NEW])).toBeNull();
  }
  for (const added of [`${token}A`, `${token}=`, ` ${token}`, 'x'.repeat(100_000)]) {
    expect(readUnsubscribeToken(added, [NEW])).toBeNull();
  }
});

test('is not made without a secret', () => {
  expect(() => unsubscribeToken('sam@example.com', [])).toThrow('SECRET_KEY');
});
