import { randomUUID } from 'node:crypto';
import { copyFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { leadBrowser, storedRows } from './post-lead.ts';
import { runApp, type RunningApp, type Substitutes } from './running-app.ts';

let app: RunningApp | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

async function start(substitutes: Substitutes = {}): Promise<RunningApp> {
  app = await runApp({}, undefined, substitutes);
  return app;
}

const post = (site: RunningApp, email: string) => leadBrowser(site).post({ session: randomUUID(), email });

const REFUSAL = 'We could not save your information just now. Please try again.';

async function expectRefused(site: RunningApp): Promise<void> {
  for (const email of ['two@example.com', 'three@example.com']) {
    const { status, body } = await post(site, email);
    expect({ status, body }).toMatchObject({ status: 503, body: { success: false, error: REFUSAL } });
  }
  const ready = await fetch(`${site.url}/readyz`);
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ checks: { database: 'its file was deleted or replaced' } });
  const gone = site.events().filter(({ event }) => event === 'database-file-gone');
  expect(gone).toHaveLength(1);
  expect(gone[0]?.['msg']).toContain('npm run restore -- <backup file>');
  const codes = site.events().flatMap(({ event, code }) => (event === 'lead-not-stored' ? [code] : []));
  expect(new Set(codes)).toEqual(new Set(['DATABASE_FILE_GONE']));
}

it.each<[what: string, harm: (dataDir: string) => Promise<void>]>([
  ['the data folder is deleted', (dataDir) => rm(dataDir, { recursive: true })],
  ['the file is deleted', (dataDir) => rm(path.join(dataDir, 'lintel.sqlite'))],
  ['its write-ahead log is deleted', (dataDir) => rm(path.join(dataDir, 'lintel.sqlite-wal'))],
  [
    'the file is replaced',
    async (dataDir) => {
      const file = path.join(dataDir, 'lintel.sqlite');
      await copyFile(file, `${file}.copy`);
      await rename(`${file}.copy`, file);
    },
  ],
])('%s while the server runs: no lead is acknowledged, and the log says what to do', async (_, harm) => {
  const site = await start();
  expect((await post(site, 'one@example.com')).status).toBe(200);
  await harm(site.config.dataDir);
  await expectRefused(site);
  // Leads stored earlier can still be read.
  expect((await storedRows(site)).leads.map(({ email }) => email)).toEqual(['one@example.com']);
});

it('a lead that is being stored while the folder is deleted is not acknowledged', async () => {
  let harm = () => Promise.resolve();
  const site = await start({ crmReady: () => harm().then(() => true) });
  expect((await post(site, 'one@example.com')).status).toBe(200);
  harm = () => rm(site.config.dataDir, { recursive: true, force: true });
  expect((await post(site, 'two@example.com')).status).toBe(503);
});

it('a folder that is moved back is used again', async () => {
  const site = await start();
  const { dataDir } = site.config;
  expect((await post(site, 'one@example.com')).status).toBe(200);
  await rename(dataDir, `${dataDir}-away`);
  await expectRefused(site);
  await rename(`${dataDir}-away`, dataDir);
  expect((await post(site, 'four@example.com')).status).toBe(200);
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  expect(site.events().filter(({ event }) => event === 'database-file-back')).toHaveLength(1);
});
