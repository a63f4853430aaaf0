import { createPublicKey, type KeyObject } from 'node:crypto';

const PEM = /-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g;

/**
 * Reads Ed25519 and RSA public keys in PEM or base64 DER, separated by white space or commas. A literal `\n` counts as
 * a line break, as in one-line environment variables. Throws an `Error` if there is no key, or if any part is not a
 * valid key. Its message continues a sentence that begins with the name of the setting.
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

/** HighLevel's public key for `X-GHL-Signature` (Ed25519), as published in its webhook documentation. */
export const HIGHLEVEL_WEBHOOK_PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAi2HR1srL4o18O8BRa7gVJY7G7bupbN3H9AwJrHCDiOg=
-----END PUBLIC KEY-----`;

/** HighLevel's public key for the legacy `X-WH-Signature` (RSA, SHA-256), from the same documentation. */
export const HIGHLEVEL_LEGACY_WEBHOOK_PUBLIC_KEY = `-----BEGIN PUBLIC KEY-----
MIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEAokvo/r9tVgcfZ5DysOSC
Frm602qYV0MaAiNnX9O8KxMbiyRKWeL9JpCpVpt4XHIcBOK4u3cLSqJGOLaPuXw6
dO0t6Q/ZVdAV5Phz+ZtzPL16iCGeK9po6D6JHBpbi989mmzMryUnQJezlYJ3DVfB
csedpinheNnyYeFXolrJvcsjDtfAeRx5ByHQmTnSdFUzuAnC9/GepgLT9SM4nCpv
uxmZMxrJt5Rw+VUaQ9B8JSvbMPpez4peKaJPZHBbU3OdeCVx5klVXXZQGNHOs8gF
3kvoV5rTnXV0IknLBXlcKKAQLZcY/Q9rG6Ifi9c+5vqlvHPCUJFT5XUGG5RKgOKU
J062fRtN+rLYZUV+BjafxQauvC8wSWeYja63VSUruvmNj8xkx2zE/Juc+yjLjTXp
IocmaiFeAO6fUtNjDeFVkhf5LNb59vECyrHD2SQIrhgXpO4Q3dVNA5rw576PwTzN
h/AMfHKIjE4xQA1SZuYJmNnmVZLIZBlQAF9Ntd03rfadZ+yDiOXCCs9FkHibELhC
HULgCsnuDJHcrGNd5/Ddm5hxGQ0ASitgHeMZ0kcIOwKDOzOU53lDza6/Y09T7sYJ
PQe7z0cvj7aE4B+Ax1ZoZGPzpJlZtGXCsu9aTEGEnKzmsFqwcSsnw3JB31IGKAyk
T1hhTiaCeIY/OwwwNUY2yvcCAwEAAQ==
-----END PUBLIC KEY-----`;
