import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../app-error.ts';
import { envFileFaults, loadEnvironment } from './load-environment.ts';

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
  expect(() => loadEnvironment(folder)).toThrow(AppError);
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

it.each([
  [
    'settings, comments and empty lines',
    '# The site\r\nPORT=3000\n\nexport HOST = "::1" # here\nPUBLIC_URL=\n',
  ],
  ['a value of several lines', 'KEY="-----BEGIN\nabc\n-----END"\nPORT=3000'],
  ['quotes inside a value', "MAIL_FROM=Ann's site"],
])('accepts %s', (_, text) => {
  expect(envFileFaults(text)).toEqual([]);
});

it.each([
  ['PORT=3000\nPUBLIC_URL: https://example.com', 'Line 2 is not NAME=value. Correct it, or start it with #.'],
  ['PUBLIC_URL', 'Line 1 is not NAME=value. Correct it, or start it with #.'],
  ['PUBLIC URL=https://example.com', 'Line 1 is not NAME=value. Correct it, or start it with #.'],
  ['PORT=3000\nSECRET_KEY="abc\nHOST=\n', 'The " in line 2 is not closed.'],
])('names the line of each fault: %j', (text, fault) => {
  expect(envFileFaults(text)).toEqual([fault]);
});

it('never quotes a line', () => {
  expect(envFileFaults('SECRET_KEY sesame\nSECRET_KEY="sesame').join()).not.toContain('sesame');
});
