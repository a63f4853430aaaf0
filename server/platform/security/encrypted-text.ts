import { CompactEncrypt, compactDecrypt } from 'jose';
import { deriveKey } from './secret-keys.ts';

/** Encrypts a text for storage with the current secret key (JWE, A256GCM). Throws an `Error` if there is no key. */
export async function encryptText(text: string, secrets: readonly string[]): Promise<string> {
  const [current] = secrets;
  if (current === undefined) throw new Error('There is no secret key to encrypt with. Set SECRET_KEY.');
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(deriveKey(current, 'text at rest'));
}

/** Decrypts a text with the first secret key that works. Throws an `Error` that names the fix if none does. */
export async function decryptText(sealed: string, secrets: readonly string[]): Promise<string> {
  return (await decryptWithKeyAge(sealed, secrets)).text;
}

/** Decrypts like `decryptText`. `old` is true if a former key was used, so that the text should be encrypted again. */
export async function decryptWithKeyAge(
  sealed: string,
  secrets: readonly string[],
): Promise<{ text: string; old: boolean }> {
  for (const [place, secret] of secrets.entries()) {
    try {
      const { plaintext } = await compactDecrypt(sealed, deriveKey(secret, 'text at rest'));
      return { text: new TextDecoder().decode(plaintext), old: place > 0 };
    } catch {
      // An older key may work.
    }
  }
  throw new Error('No secret key opens what is stored. Put the former key into SECRET_KEYS_OLD.');
}
