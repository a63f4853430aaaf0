import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ConfigError } from './config.ts';
import { loadEnvironment } from './load-environment.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-env-'));
  vi.stubEnv('LINTEL_ENV_FILE', '');
  // Restored after the test, together with what it loads.
  for (const name of ['TEST_ONE', 'TEST_TWO', 'TEST_THREE']) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const write = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content);

it('the environment takes precedence over .env.local, and that over .env', async () => {
  vi.stubEnv('TEST_ONE', 'environment');
  await write('.env.local', '\uFEFFTEST_ONE=local\nTEST_TWO="local"');
  await write('.env', 'TEST_TWO=shared\nTEST_THREE=shared');
  loadEnvironment(folder);
  const { TEST_ONE, TEST_TWO, TEST_THREE } = process.env;
  expect([TEST_ONE, TEST_TWO, TEST_THREE]).toEqual(['environment', 'local', 'shared']);
});

it('nothing is loaded if there are no files', () => {
  expect(() => loadEnvironment(folder)).not.toThrow();
});

it('names the file and the line that cannot be read', async () => {
  await write('.env.local', 'TEST_ONE=1\nTEST_TWO 2\n');
  expect(() => loadEnvironment(folder)).toThrow(ConfigError);
  expect(() => loadEnvironment(folder)).toThrow(
    `${path.join(folder, '.env.local')} have faults:\n  Line 2 is not`,
  );
  expect(process.env['TEST_ONE']).toBeUndefined();
});

it('names a file that is not UTF-8, as editors on Windows may write it', async () => {
  await write('.env', Buffer.from('\uFEFFTEST_ONE=1', 'utf16le'));
  expect(() => loadEnvironment(folder)).toThrow('.env are not UTF-8 text. Save the file as UTF-8.');
});

it('names a file that cannot be read', async () => {
  await mkdir(path.join(folder, '.env.local'));
  expect(() => loadEnvironment(folder)).toThrow('.env.local cannot be read (EISDIR)');
});
