import { inflateSync } from 'node:zlib';

const SIGNATURE = 0x774f_4646;
const HEADER = 44;
const ENTRY = 20;
const PLAIN_HEADER = 12;
const PLAIN_ENTRY = 16;

/** The font inside a WOFF file, as TrueType or OpenType. Throws when it is none. https://www.w3.org/TR/WOFF/ */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('This is not a WOFF font.');
  const tables = woff.readUInt16BE(12);
  const header = Buffer.alloc(PLAIN_HEADER + PLAIN_ENTRY * tables);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(tables, 4);
  const parts: Buffer[] = [header];
  let offset = header.byteLength;
  for (let index = 0; index < tables; index += 1) {
    const from = HEADER + ENTRY * index;
    const to = PLAIN_HEADER + PLAIN_ENTRY * index;
    const at = woff.readUInt32BE(from + 4);
    const packed = woff.subarray(at, at + woff.readUInt32BE(from + 8));
    const length = woff.readUInt32BE(from + 12);
    // Its tag stands first, its checksum last.
    woff.copy(header, to, from, from + 4);
    woff.copy(header, to + 4, from + 16, from + 20);
    header.writeUInt32BE(offset, to + 8);
    header.writeUInt32BE(length, to + 12);
    const padding = (4 - (length % 4)) % 4;
    parts.push(packed.byteLength < length ? inflateSync(packed) : packed, Buffer.alloc(padding));
    offset += length + padding;
  }
  return Buffer.concat(parts);
}
