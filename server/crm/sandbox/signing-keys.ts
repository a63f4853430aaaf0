import { generateKeyPairSync } from 'node:crypto';
import type { SigningKeys } from './sandbox-state.ts';

/** Key pairs of the sandbox's own. */
export function createSigningKeys(): SigningKeys {
  const ed25519 = generateKeyPairSync('ed25519');
  // Slow to make, and seldom needed.
  let rsa: SigningKeys['rsa'] | undefined;
  return {
    ed25519,
    get rsa() {
      return (rsa ??= generateKeyPairSync('rsa', { modulusLength: 2048 }));
    },
  };
}

/** An Ed25519 or RSA public key as HighLevel publishes its own: base64 of the DER form. */
export function publicKeyText(key: SigningKeys['rsa']['publicKey']): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}
