import { expect, test } from 'vitest';
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-link.ts';

const OLD = 'an old secret of thirty-two or more characters';
const NEW = 'a new secret of thirty-two or more characters!';

test('a token contains its address in lower case, and is the same every time', () => {
  const token = unsubscribeToken(' Sam.Field@Example.COM ', [NEW]);
  expect(readUnsubscribeToken(token, [NEW])).toBe('sam.field@example.com');
  expect(unsubscribeToken('sam.field@example.com', [NEW])).toBe(token);
});

test('a token from an old secret is valid, one from an unknown secret is not', () => {
  const token = unsubscribeToken('sam@example.com', [OLD]);
  expect(readUnsubscribeToken(token, [NEW, OLD])).toBe('sam@example.com');
  expect(readUnsubscribeToken(token, [NEW])).toBeNull();
  expect(readUnsubscribeToken(token, [])).toBeNull();
});

test('a token does not reveal the address', () => {
  const bytes = Buffer.from(unsubscribeToken('sam@example.com', [NEW]), 'base64url').toString('latin1');
  expect(bytes).not.toContain('sam');
  expect(bytes).not.toContain('example');
});

test('a token with a flipped bit, a missing character or an extra character is invalid', () => {
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

test('a token cannot be created without a secret', () => {
  expect(() => unsubscribeToken('sam@example.com', [])).toThrow('SECRET_KEY');
});
