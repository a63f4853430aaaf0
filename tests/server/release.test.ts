import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { afterAll, beforeAll, expect, it } from 'vitest';
import product from '../../package.json' with { type: 'json' };
import { PROJECT_ROOT } from '../../server/platform/root.ts';
import type { Site } from '../browser/support/start-site.ts';
import { HOOK_LIMIT } from '../setup/time-limits.ts';
import { leadBrowser } from './post-lead.ts';

const run = promisify(execFile);
const NAME = `lintel-${product.version}-${process.platform}-${process.arch}`;
/** Only what a shell of a new machine has, with the Node of the project. */
const ENVIRONMENT = {
  PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'] ?? tmpdir(),
};
/** Megabytes on disk that a release may have; 62 now. */
const MAX_MEGABYTES = 80;

let folder: string;
let release: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-release-'));
  await run(process.execPath, ['deploy/release/make-release.ts', '--out', folder], { cwd: PROJECT_ROOT });
  await extract({ file: path.join(folder, `${NAME}.tar.gz`), cwd: folder });
  release = path.join(folder, NAME);
}, HOOK_LIMIT * 2);
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command of the release's package.json, and returns what it prints. */
async function command(...args: string[]): Promise<string> {
  const { stdout } = await run('npm', ['run', '--silent', ...args], { cwd: release, env: ENVIRONMENT });
  return stdout;
}

it('the release has its checksum, every license, and only what it loads', async () => {
  const bytes = await readFile(path.join(folder, `${NAME}.tar.gz`));
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect(await readFile(path.join(folder, `${NAME}.tar.gz.sha256`), 'utf8')).toBe(
    `${hash}  ${NAME}.tar.gz\n`,
  );
  const licenses = await readFile(path.join(release, 'LICENSES.md'), 'utf8');
  // Bundled for visitors, for operators and for the server, and modules.
  for (const name of [
    'react',
    '@puckeditor/core',
    'express',
    'sharp',
    'jsdom',
    '@fontsource-variable/figtree',
  ])
    expect(licenses).toMatch(new RegExp(`^## ${name} `, 'm'));
  const files = await readdir(release, { withFileTypes: true, recursive: true });
  expect(files.filter(({ name }) => /\.ts$|\.map$|^\.env\.local$/.test(name))).toEqual([]);
  const { stdout } = await run('du', ['-sm', release]);
  expect(Number.parseInt(stdout, 10)).toBeLessThan(MAX_MEGABYTES);
});

it('the links of its documents lead to files of the release', async () => {
  const documents = await readdir(path.join(release, 'docs'), { withFileTypes: true });
  const files = [
    path.join(release, 'CHANGELOG.md'),
    ...documents.filter((each) => each.isFile()).map(({ name }) => path.join(release, 'docs', name)),
  ];
  expect(files).toContain(path.join(release, 'docs/deploying.md'));
  for (const file of files) {
    for (const [, link = ''] of (await readFile(file, 'utf8')).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      expect(existsSync(path.resolve(path.dirname(file), link)), `${link} in ${file}`).toBe(true);
    }
  }
});

it('every module loads without the project around it', async () => {
  const modules = Object.keys(product.dependencies).filter((name) => !name.startsWith('@fontsource/'));
  const code = `for (const name of ${JSON.stringify(modules)}) await import(name);`;
  const loaded = run(process.execPath, ['--input-type=module', '-e', code], {
    cwd: release,
    env: ENVIRONMENT,
  });
  await expect(loaded).resolves.toMatchObject({ stderr: '' });
});

it('the unpacked release serves pages, stores leads, and is backed up and restored', async () => {
  const names = await readdir(release);
  // As where the link to the settings is missing.
  const check = await command('upgrade-check');
  expect(check).toContain(
    `There is no database ${path.join(release, 'data/lintel.sqlite')}: the first start`,
  );
  expect(check).toContain(`DATA_DIR is not set, and there is no ${path.join(release, '.env.local')}.`);
  const site = await startUnpacked();
  try {
    const home = await fetch(site.url);
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('</html>')]);
    expect((await fetch(`${site.url}/admin`, { redirect: 'manual' })).status).toBeLessThan(400);
    expect(await (await fetch(`${site.url}/healthz`)).json()).toMatchObject({ version: product.version });
    // Fonts, HarfBuzz and resvg draw it.
    const image = await fetch(`${site.url}${await shareImage(site.url)}`);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    const lead = await leadBrowser(site).post({ name: 'Ann', email: 'ann@example.com' }, '/api/contact');
    expect(lead).toMatchObject({ status: 200, body: { status: expect.stringContaining('Success') } });
    expect(await command('leads', 'status')).toContain('crm: 1');
    const health = /^HEALTHCHECK .* CMD (\[.+\])$/m.exec(
      await readFile(path.join(PROJECT_ROOT, 'deploy/Dockerfile'), 'utf8'),
    );
    const [, ...args] = JSON.parse(health?.[1] ?? '');
    await run(process.execPath, args, { env: { PORT: new URL(site.url).port } });
    expect(await command('backup', '--', '--dir', 'backups', '--keep', '3')).toContain('1 lead,');
  } finally {
    await site.stop();
  }
  // In a container, the root is read-only.
  expect((await readdir(release)).filter((name) => !names.includes(name))).toEqual(['backups', 'data']);
  const [backup = ''] = await readdir(path.join(release, 'backups'));
  expect(await command('restore', '--', '--replace', `backups/${backup}`)).toContain('Restored 1 lead,');
  expect(await command('upgrade-check')).toContain('changes nothing in the database');
  expect(await command('operator', '--', 'list')).toContain('Nobody can sign in yet.');
  expect(await command('content:export', '--', path.join(folder, 'export'))).toContain('files in');
});

/** Starts the release as `npm start` does, with the data in its own folder. */
async function startUnpacked(): Promise<Pick<Site, 'url' | 'stop'>> {
  const child = spawn(process.execPath, ['dist/server/start.js'], {
    cwd: release,
    env: { ...ENVIRONMENT, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const url = () => /^Listening on (\S+)$/m.exec(output)?.[1];
  await expect.poll(url, { timeout: HOOK_LIMIT }).toBeDefined();
  // The log is written a moment later at times.
  const started = () => output.split('\n').find((line) => line.includes('"server-started"'));
  await expect.poll(started).toBeDefined();
  expect(JSON.parse(started() ?? '')).toMatchObject({ version: product.version, node: process.version });
  return {
    url: url() ?? '',
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      process.off('exit', kill);
    },
  };
}

async function shareImage(url: string): Promise<string> {
  const page = await (await fetch(`${url}/blog`)).text();
  const address = /property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? '';
  const { pathname, search } = new URL(address, url);
  return pathname + search;
}

it('a build without the development packages says what to do, in one line', async () => {
  const place = path.join(folder, 'without-packages');
  await mkdir(place);
  await copyFile(path.join(PROJECT_ROOT, 'server/check-build-packages.js'), path.join(place, 'check.mjs'));
  const check = run(process.execPath, ['check.mjs'], { cwd: place, env: ENVIRONMENT });
  await expect(check).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The build needs .*npm install --include=dev.*or use a release.*\n$/),
  });
});
