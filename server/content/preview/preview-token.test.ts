import { describe, expect, it } from 'vitest';
import { wordpressSignature } from '../rest/signed-request.ts';
import { readPreviewToken } from './preview-token.ts';

const SECRET = 'a-secret-that-both-sides-share-0123456789';
const NOW = Date.UTC(2026, 10, 22, 12);
const payload = {
  id: 'a1',
  post: 7,
  user: 2,
  name: 'Eda Ünal',
  expires: NOW / 1000 + 900,
  kind: 'draft',
};

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const sign = (encoded: string, secret = SECRET) =>
  `${encoded}.${wordpressSignature(`preview.${encoded}`, secret)}`;

describe('a preview token', () => {
  it('is accepted if the plugin signed it', () => {
    expect(readPreviewToken(sign(encode(payload)), SECRET, NOW)).toEqual(payload);
  });

  it('is refused from the exact second of its expiry', () => {
    const token = sign(encode(payload));
    expect(readPreviewToken(token, SECRET, NOW + 899_999)).toEqual(payload);
    expect(readPreviewToken(token, SECRET, NOW + 900_000)).toBe('expired');
  });

  it('is forged if it was signed with another secret, even after it has expired', () => {
    const foreign = sign(encode(payload), 'the-secret-of-another-site-0123456789');
    expect(readPreviewToken(foreign, SECRET, NOW)).toBe('forged');
    expect(readPreviewToken(foreign, SECRET, NOW + 900_000)).toBe('forged');
  });

  it('is forged if its payload was changed', () => {
    const [, signature] = sign(encode(payload)).split('.');
    expect(readPreviewToken(`${encode({ ...payload, post: 8 })}.${signature}`, SECRET, NOW)).toBe('forged');
    expect(readPreviewToken(`${encode({ ...payload, expires: 9e9 })}.${signature}`, SECRET, NOW)).toBe(
      'forged',
    );
  });

  it('is forged if its signature was made for something else', () => {
    const encoded = encode(payload);
    expect(readPreviewToken(`${encoded}.${wordpressSignature(encoded, SECRET)}`, SECRET, NOW)).toBe('forged');
  });

  it.each(['', '.', 'a.b.c', encode(payload), `${encode(payload)}.`, 'x'.repeat(3_000)])(
    'is forged if it is not a token: %#',
    (token) => {
      expect(readPreviewToken(token, SECRET, NOW)).toBe('forged');
    },
  );

  it.each([{}, { ...payload, post: '7' }, { ...payload, kind: 'admin' }, [], null])(
    'is forged if the signed content is not a payload: %#',
    (value) => {
      expect(readPreviewToken(sign(encode(value)), SECRET, NOW)).toBe('forged');
    },
  );
});
