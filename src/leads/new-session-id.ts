/**
 * A new id of a form session: the time, so that leads of one time stand together in the store's index, then a UUID; on
 * plain http, where there are none, as many random bits.
 */
export function newSessionId(): string {
  return `${Date.now().toString(36)}-${unguessable()}`;
}

function unguessable(): string {
  const { crypto }: { crypto: Partial<Crypto> & Pick<Crypto, 'getRandomValues'> } = globalThis;
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
