import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';

/** Name of the key's file in the data folder. */
export const SECRET_KEY_FILE = 'secret-key';

/** Bytes of a key: as many as the hash it is used with has. */
const KEY_BYTES = 32;

/**
 * The secret keys, the current one first: those that are set, else the one kept in the data folder, made where there
 * is none. Servers that start at once get the same. Throws with the mend when the folder cannot be used, or when the
 * file in it is no key.
 */
export async function readSecretKeys(
  config: Pick<Config, 'secretKeys' | 'dataDir' | 'databaseUrl'>,
  log: Pick<Logger, 'warn'>,
): Promise<readonly string[]> {
  if (config.secretKeys.length > 0) return config.secretKeys;
  if (config.databaseUrl) {
    log.warn(
      { event: 'secret-key-of-one-server' },
      'The secret key is kept in DATA_DIR of this server. Several servers on one database need the same SECRET_KEY.',
    );
  }
  return [await keptKey(path.resolve(config.dataDir))];
}

/** A key for one purpose, derived from a secret (HKDF with SHA-256): what one purpose shows tells nothing of another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `lintel ${purpose}`, KEY_BYTES));
}

async function keptKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, SECRET_KEY_FILE);
  try {
    return (await readKey(file)) ?? (await makeKey(dataDir, file));
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new Error(
      `The secret key ${file} cannot be read or made (${cause.message}). ` +
        'Set SECRET_KEY, or DATA_DIR to a folder the server may write to.',
      { cause },
    );
  }
}

async function readKey(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (text === null) return null;
  const key = text.trim();
  if (key.length >= KEY_BYTES) return key;
  throw new Error(
    `The file ${file} holds no secret key. Put the key back from a copy, or delete the file: a new one is made then, ` +
      'and what was signed with the old one is no longer good.',
  );
}

/** Nobody ever reads half a key: the file gets its name when all of it is on the disk, and only one server's does. */
async function makeKey(dataDir: string, file: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const key = randomBytes(KEY_BYTES).toString('base64url');
  const draft = `${file}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${key}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file);
    await syncFolder(dataDir);
    return key;
  } catch (error) {
    const others = isCode(error, 'EEXIST') ? await readKey(file) : null;
    if (others === null) throw error;
    return others;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Puts a folder's new names on the disk; where folders cannot be synced, the system does it by itself. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
