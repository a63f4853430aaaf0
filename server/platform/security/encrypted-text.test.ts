import { expect, it } from 'vitest';
import { decryptText, encryptText } from './encrypted-text.ts';

const [FORMER, CURRENT] = ['the former secret key, of some length', 'the current secret key, of some length'];

it('decrypts with any of the keys, and never encrypts the same way twice', async () => {
  const sealed = await encryptText('a token', [FORMER]);
  expect(sealed).not.toContain('a token');
  expect(sealed).not.toBe(await encryptText('a token', [FORMER]));
  expect(await decryptText(sealed, [CURRENT, FORMER])).toBe('a token');
});

it('explains the fix if no key fits or the stored text was changed', async () => {
  const sealed = await encryptText('a token', [FORMER]);
  await expect(decryptText(sealed, [CURRENT])).rejects.toThrow('Put the former key into SECRET_KEYS_OLD.');
  const [head, tag] = [sealed.slice(0, -22), sealed.slice(-22)];
  const changed = `${head}${tag.startsWith('A') ? 'B' : 'A'}${tag.slice(1)}`;
  await expect(decryptText(changed, [FORMER])).rejects.toThrow('No secret key opens what is stored.');
  await expect(encryptText('a token', [])).rejects.toThrow('Set SECRET_KEY.');
});
