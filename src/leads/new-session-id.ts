/** A new id of a form session: a UUID; on plain http, where there are none, as many random bits. */
export function newSessionId(): string {
  const { crypto }: { crypto: Partial<Crypto> & Pick<Crypto, 'getRandomValues'> } = globalThis;
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
