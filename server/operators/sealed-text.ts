import { CompactEncrypt, compactDecrypt } from 'jose';
import { deriveKey } from '../secret-keys.ts';

/** Encrypts a text at rest with the current secret key (JWE, A256GCM). */
export async function sealText(text: string, secrets: readonly string[]): Promise<string> {
  const [current] = secrets;
  if (current === undefined) throw new Error('There is no secret key to encrypt with. Set SECRET_KEY.');
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(deriveKey(current, 'text at rest'));
}

/** Reads what any of the secret keys encrypted. Throws with the mend where none did. */
export async function openText(sealed: string, secrets: readonly string[]): Promise<string> {
  for (const secret of secrets) {
    try {
      const { plaintext } = await compactDecrypt(sealed, deriveKey(secret, 'text at rest'));
      return new TextDecoder().decode(plaintext);
    } catch {
      // Perhaps an older key fits.
    }
  }
  throw new Error('No secret key opens what is stored. Put the former key into SECRET_KEYS_OLD.');
}
