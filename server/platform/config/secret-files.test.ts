import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentSchema, readConfig, secretSettingNames } from './config.ts';
import { PROJECT_ROOT } from '../root.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-secrets-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function secretFile(text: string): Promise<string> {
  const file = path.join(folder, `secret-${text.length}`);
  await writeFile(file, text);
  return file;
}

it('a secret is read from the file that its setting names, without the line end', async () => {
  const DATABASE_URL_FILE = await secretFile('postgres://ann:secret@db/leads\r\n');
  expect(readConfig({ DATABASE_URL_FILE }).databaseUrl).toBe('postgres://ann:secret@db/leads');
});

it('a pair of settings is complete if one of them is in a file', async () => {
  const GHL_CLIENT_SECRET_FILE = await secretFile('app secret');
  const { crm } = readConfig({ GHL_CLIENT_ID: 'app-1', GHL_CLIENT_SECRET_FILE });
  expect(crm.oauth).toMatchObject({ clientId: 'app-1', clientSecret: 'app secret' });
});

it('an empty file setting is no setting', () => {
  expect(readConfig({ SECRET_KEY_FILE: '' })).toEqual(readConfig({}));
});

it('every fault names its setting and the fix, and no secret', async () => {
  const SECRET_KEY_FILE = await secretFile('a key that is too short');
  const missing = path.join(folder, 'missing');
  const environment = {
    SECRET_KEY_FILE,
    SMTP_URL: 'smtp://127.0.0.1',
    SMTP_URL_FILE: SECRET_KEY_FILE,
    METRICS_TOKEN_FILE: await secretFile('\n'),
    GHL_API_KEY_FILE: missing,
  };
  expect(() => readConfig(environment)).toThrow(
    [
      'The settings have 4 fault(s):',
      `METRICS_TOKEN_FILE: ${environment.METRICS_TOKEN_FILE} is empty. Write the value of METRICS_TOKEN into it.`,
      `GHL_API_KEY_FILE: ${missing} cannot be read (ENOENT). Correct the path or its permissions.`,
      'SMTP_URL and SMTP_URL_FILE are both set. Remove one of them.',
      'SECRET_KEY must have at least 32 characters; openssl rand -base64 32 makes one',
    ].join('\n  '),
  );
});

it('every setting that is named like a secret can be a file', () => {
  const named = Object.keys(environmentSchema.shape).filter((name) =>
    /(?:TOKEN|KEY|SECRET|PASSWORD|DSN)$/.test(name),
  );
  expect(secretSettingNames).toEqual(
    expect.arrayContaining([
      ...named.filter((name) => name !== 'GHL_WEBHOOK_PUBLIC_KEY'),
      'DATABASE_URL',
      'SMTP_URL',
      'GHL_INBOUND_WEBHOOK_URL',
      'SECRET_KEYS_OLD',
    ]),
  );
  expect(secretSettingNames).not.toContain('PUBLIC_URL');
  expect(secretSettingNames).not.toContain('GHL_WEBHOOK_PUBLIC_KEY');
});

it('docs/operating.md names every setting that can be a file', async () => {
  const text = await readFile(path.join(PROJECT_ROOT, 'docs/operating.md'), 'utf8');
  const list = /can name a file[^]*?A site on the internet/.exec(text)?.[0] ?? '';
  const stated = [...list.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name);
  expect(new Set(stated)).toEqual(new Set(secretSettingNames));
});
