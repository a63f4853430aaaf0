import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readSiteBuild } from '../../server/pages/site-build.ts';
import { ROOT } from '../../server/platform/root.ts';
import { startSite } from '../browser/support/start-site.ts';
import { compileCache } from '../setup/compile-cache.ts';
import { runApp } from './running-app.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);

it.runIf(hasIpv6)('the host can be an IPv6 address', async () => {
  const site = await startSite({ HOST: '::1' });
  expect((await fetch(`${site.url}/`)).status).toBe(200);
  await site.stop();
});

it('a port in use is reported in one line, with the fix', async () => {
  const app = await runApp();
  const { port } = new URL(app.url);
  const output = await startSite({ PORT: port }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(output).toContain('exit code 1');
  expect(output.trim().split('\n').slice(1)).toEqual([
    `The server cannot listen. Port ${port} is taken. Stop what uses it, or set PORT to another.`,
  ]);
  await app.stop();
});

it('a read-only data folder is reported in one line, with the fix', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-data-'));
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  const output = await startSite({ DATA_DIR: file }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(output).toContain('exit code 1');
  expect(output.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(
      /^The database .*a-file.server\.lock cannot be opened \(.+\)\. Set DATA_DIR to a folder the server may write to\.$/,
    ),
  ]);
  await rm(folder, { recursive: true });
});

it.each([
  ['is not a database', 'x'.repeat(9000)],
  ['is malformed', `SQLite format 3\0${'x'.repeat(9000)}`],
])('a database file that %s is reported in one line, with the way to restore a backup', async (_, bytes) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-data-'));
  await writeFile(path.join(folder, 'lintel.sqlite'), bytes);
  const output = await startSite({ DATA_DIR: folder }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(output).toContain('exit code 1');
  expect(output.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(
      /^The database .*lintel\.sqlite is damaged \(.+\)\. Stop the server and restore a backup: npm run restore -- --replace <backup file>\./,
    ),
  ]);
  expect(output).not.toContain('Set DATA_DIR');
  await rm(folder, { recursive: true });
});

it('a second server on a data folder is refused, while commands work beside the first; a killed one leaves no lock', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-data-'));
  const first = await startSite({ DATA_DIR: folder });
  const output = await startSite({ DATA_DIR: folder }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(output).toContain('exit code 1');
  const { port } = new URL(first.url);
  const named = `Another server uses ${folder}: process ${first.pid} on ${hostname()}, port ${port}, since 20`;
  expect(output.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(/Waiting for it to stop\.$/),
    expect.stringContaining(named),
  ]);
  expect((await fetch(`${first.url}/`)).status).toBe(200);

  const backup = path.join(folder, 'site.backup');
  const command = spawn(process.execPath, ['server/database/backup-command.ts', backup], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], LINTEL_ENV_FILE: 'none', DATA_DIR: folder, ...compileCache },
    stdio: 'ignore',
  });
  expect(await once(command, 'close')).toEqual([0, null]);
  expect(existsSync(backup)).toBe(true);

  await first.kill();
  const second = await startSite({ DATA_DIR: folder, DRAIN_SECONDS: '3' });
  // A process manager that starts the next server before the previous one has ended.
  second.askToStop();
  const third = await startSite({ DATA_DIR: folder });
  expect((await fetch(`${third.url}/`)).status).toBe(200);
  await second.stop();
  await third.stop();
  await rm(folder, { recursive: true });
});

it('a missing or incomplete build is reported with the fix', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-build-'));
  await expect(readSiteBuild(folder)).rejects.toThrow('The site is not built. Run `npm run build`');
  const manifest = path.join(folder, 'dist/client/.vite/manifest.json');
  await mkdir(path.dirname(manifest), { recursive: true });
  const incomplete = 'The build is incomplete. Run `npm run build` again.';
  await writeFile(manifest, '{');
  await expect(readSiteBuild(folder)).rejects.toThrow(incomplete);
  const chunk = { file: 'assets/x.js' };
  await writeFile(manifest, JSON.stringify({ 'src/loader.ts': chunk, 'src/entry-client.tsx': chunk }));
  await expect(readSiteBuild(folder)).rejects.toThrow(incomplete);
  await rm(folder, { recursive: true });
});
