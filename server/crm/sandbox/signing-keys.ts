import { generateKeyPairSync } from 'node:crypto';
import type { SigningKeys } from './sandbox-state.ts';

/** Key pairs of the sandbox's own, made when first asked for. */
export function createSigningKeys(): () => SigningKeys {
  let keys: SigningKeys | undefined;
  return () =>
    (keys ??= {
      ed25519: generateKeyPairSync('ed25519'),
      rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
    });
}

/** An Ed25519 or RSA public key as HighLevel publishes its own: base64 of the DER form. */
export function publicKeyText(key: SigningKeys['rsa']['publicKey']): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64');
}
