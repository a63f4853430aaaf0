import { hkdfSync, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { fsyncFolder } from '../fsync-folder.ts';

/** Name of the key file in the data folder. */
const SECRET_KEY_FILE = 'secret-key';

/** Length of a key in bytes, equal to the output length of SHA-256. */
const KEY_BYTES = 32;

/**
 * Returns the secret keys, with the current one first: that of the settings, otherwise the one in the data folder,
 * which is created if absent. The earlier keys of the settings follow. Servers that share this folder get the same key,
 * even if they start at the same time. Throws an `Error` that names the fix if the folder or the file cannot be used.
 */
export async function loadOrCreateSecretKeys(
  config: Pick<Config, 'secretKey' | 'oldSecretKeys' | 'dataDir' | 'databaseUrl'>,
  log: Pick<Logger, 'warn'>,
): Promise<readonly string[]> {
  const { secretKey, oldSecretKeys } = config;
  if (secretKey !== null) return [secretKey, ...oldSecretKeys];
  if (config.databaseUrl) {
    log.warn(
      { event: 'secret-key-of-one-server' },
      'The secret key is kept in DATA_DIR of this server. Several servers on one database need the same SECRET_KEY.',
    );
  }
  return [await keptKey(path.resolve(config.dataDir)), ...oldSecretKeys];
}

/** Derives a key for one purpose from a secret (HKDF with SHA-256). A leaked key does not reveal any others. */
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

/**
 * Creates a key. The complete file is linked to its final name, so that no server reads a partial key and only one
 * server's key is kept.
 */
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
    await fsyncFolder(dataDir);
    return key;
  } catch (error) {
    const others = isCode(error, 'EEXIST') ? await readKey(file) : null;
    if (others === null) throw error;
    return others;
  } finally {
    await rm(draft, { force: true });
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
