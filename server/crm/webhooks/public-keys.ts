import { createPublicKey, type KeyObject } from 'node:crypto';

const PEM = /-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g;

/**
 * Reads Ed25519 and RSA public keys: PEM, or base64 of the DER form, any number of them with spaces or commas between.
 * `\n` counts as a new line, as in one-line environment files. Throws in words when something in it is no such key.
 */
export function readPublicKeys(text: string): KeyObject[] {
  const plain = text.replaceAll(String.raw`\n`, '\n');
  const blocks = plain.match(PEM) ?? [];
  const words = plain
    .replace(PEM, ' ')
    .split(/[\s,]+/)
    .filter(Boolean);
  const keys = [
    ...blocks.map((block) => readKey(() => createPublicKey(block))),
    ...words.map((word) =>
      readKey(() => createPublicKey({ key: Buffer.from(word, 'base64'), format: 'der', type: 'spki' })),
    ),
  ];
  if (keys.length === 0) throw new Error('holds no key');
  return keys;
}

function readKey(read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch {
    throw new Error('holds something that is no public key. Give PEM, or base64 of the DER form');
  }
  const type = key.asymmetricKeyType;
  if (type === 'ed25519' || type === 'rsa') return key;
  throw new Error(`holds a key of type ${type}. Webhooks are signed with Ed25519 or RSA`);
}
