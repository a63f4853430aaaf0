import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  webhookCurlExample,
  exampleWebhookPayload,
  webhookSigningKeyCommands,
  webhookNodeExample,
  WEBHOOK_PUBLIC_KEY_SETTING,
} from '../../src/contracts/operators/webhooks.ts';
import { runApp } from './running-app.ts';
import { storedEvents } from './webhook-app.ts';

const run = promisify(execFile);
const hasOpenssl = await run('openssl', ['version']).then(
  ({ stdout }) => stdout.startsWith('OpenSSL 3'),
  () => false,
);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-webhook-'));
});
afterEach(() => rm(folder, { recursive: true }));

const shell = async (text: string) => (await run('bash', ['-c', text], { cwd: folder })).stdout;

/** Runs the Node example from the documentation. Returns its output. */
async function runNodeExample(url: string): Promise<string> {
  await writeFile(path.join(folder, 'send-event.mjs'), webhookNodeExample(url));
  const { stdout } = await run(process.execPath, ['send-event.mjs'], { cwd: folder });
  return stdout.trim();
}

test('the Node example in the documentation works unchanged', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeFile(path.join(folder, 'webhook-key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const app = await runApp({ [WEBHOOK_PUBLIC_KEY_SETTING]: key });
  const other = await runApp();
  try {
    expect(await runNodeExample(app.url)).toBe('200 {"status":"stored"}');
    expect((await storedEvents(app)).map((row) => [row.type, row.crm_contact_id])).toEqual([
      ['ContactTagUpdate', exampleWebhookPayload.id],
    ]);
    expect(await runNodeExample(other.url)).toMatch(/^401 /);
  } finally {
    await app.stop();
    await other.stop();
  }
});

test.runIf(hasOpenssl)('the shell commands in the documentation work unchanged', async () => {
  const setting = (await shell(webhookSigningKeyCommands)).trim();
  const [name = '', ...key] = setting.split('=');
  expect(name).toBe(WEBHOOK_PUBLIC_KEY_SETTING);
  const app = await runApp({ [name]: key.join('=') });
  try {
    expect(await shell(webhookCurlExample(app.url))).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*{"status":"stored"}$/);
    expect(await runNodeExample(app.url)).toBe('200 {"status":"stored"}');
    expect((await storedEvents(app)).map((row) => [row.type, row.crm_contact_id])).toEqual([
      ['ContactTagUpdate', exampleWebhookPayload.id],
      ['ContactTagUpdate', exampleWebhookPayload.id],
    ]);
    const other = await runApp();
    expect(await shell(webhookCurlExample(other.url))).toMatch(/^HTTP\/1\.1 401 /);
    await other.stop();
  } finally {
    await app.stop();
  }
});
