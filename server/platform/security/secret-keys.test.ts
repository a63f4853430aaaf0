import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deriveKey, loadOrCreateSecretKeys } from './secret-keys.ts';

const log = { warn: vi.fn() };
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-key-'));
});
afterEach(async () => {
  log.warn.mockClear();
  await rm(folder, { recursive: true, force: true });
});

const config = (change: Partial<Parameters<typeof loadOrCreateSecretKeys>[0]> = {}) => ({
  secretKey: null,
  oldSecretKeys: [],
  dataDir: path.join(folder, 'data'),
  databaseUrl: null,
  ...change,
});

it('uses configured keys without touching the disk', async () => {
  const secretKey = 'a'.repeat(32);
  const oldSecretKeys = ['b'.repeat(32)];
  const settings = config({ secretKey, oldSecretKeys, databaseUrl: 'postgres://db' });
  expect(await loadOrCreateSecretKeys(settings, log)).toEqual([secretKey, ...oldSecretKeys]);
  expect(await readdir(folder)).toEqual([]);
  expect(log.warn).not.toHaveBeenCalled();
});

it('creates a key that only the server can read, and reads it again', async () => {
  const [key] = await loadOrCreateSecretKeys(config(), log);
  expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(32);
  const file = path.join(folder, 'data/secret-key');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await loadOrCreateSecretKeys(config(), log)).toEqual([key]);
});

it('still reads with earlier keys after a configured key was removed', async () => {
  const oldSecretKeys = ['b'.repeat(32)];
  const [key] = await loadOrCreateSecretKeys(config(), log);
  expect(await loadOrCreateSecretKeys(config({ oldSecretKeys }), log)).toEqual([key, ...oldSecretKeys]);
});

it('gives servers that start at the same time the same key, and leaves no temporary files', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateSecretKeys(config(), log)));
  expect(new Set(all.flat()).size).toBe(1);
  expect(await readdir(path.join(folder, 'data'))).toEqual(['secret-key']);
});

it('warns if several servers could have different keys', async () => {
  await loadOrCreateSecretKeys(config({ databaseUrl: 'postgres://db' }), log);
  expect(log.warn).toHaveBeenCalledWith(
    { event: 'secret-key-of-one-server' },
    expect.stringContaining('need the same SECRET_KEY'),
  );
});

it('refuses a file that holds no key instead of replacing it', async () => {
  await mkdir(path.join(folder, 'data'));
  const file = path.join(folder, 'data/secret-key');
  await writeFile(file, 'short\n');
  await expect(loadOrCreateSecretKeys(config(), log)).rejects.toThrow(/holds no secret key/);
  expect(await readFile(file, 'utf8')).toBe('short\n');
});

it('says what to set when the folder cannot be used', async () => {
  await writeFile(path.join(folder, 'data'), '');
  await expect(loadOrCreateSecretKeys(config(), log)).rejects.toThrow(/Set SECRET_KEY, or DATA_DIR/);
});

it('derives a different key for each purpose, and the same key each time', () => {
  expect(deriveKey('secret', 'unsubscribe')).toHaveLength(32);
  expect(deriveKey('secret', 'unsubscribe')).toEqual(deriveKey('secret', 'unsubscribe'));
  expect(deriveKey('secret', 'unsubscribe')).not.toEqual(deriveKey('secret', 'cookies'));
});
