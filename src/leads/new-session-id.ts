/** A new id of a form session: a random UUID, also where `crypto.randomUUID` is missing, as it is on plain http. */
export function newSessionId(source: Partial<Crypto> & Pick<Crypto, 'getRandomValues'> = crypto): string {
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    // RFC 9562, section 5.4: version 4, variant 10.
    const fixed = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return fixed.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
