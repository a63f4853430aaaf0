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
  return (await openSealed(sealed, secrets)).text;
}

/** As `openText`; `old` tells that a former key opened it: seal it anew. */
export async function openSealed(
  sealed: string,
  secrets: readonly string[],
): Promise<{ text: string; old: boolean }> {
  for (const [place, secret] of secrets.entries()) {
    try {
      const { plaintext } = await compactDecrypt(sealed, deriveKey(secret, 'text at rest'));
      return { text: new TextDecoder().decode(plaintext), old: place > 0 };
    } catch {
      // Perhaps an older key fits.
    }
  }
  throw new Error('No secret key opens what is stored. Put the former key into SECRET_KEYS_OLD.');
}
