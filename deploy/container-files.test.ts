import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROJECT = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const lines = (file: string) => read(file).replaceAll('\\\n', ' ').split('\n');

/** The files that the instructions copy from the project, or from the stage of this name. */
function copied(from: string | undefined): string[] {
  return lines('Dockerfile').flatMap((line) => {
    const words = /^(?:COPY|ADD) (.+)$/.exec(line)?.[1]?.split(/\s+/) ?? [];
    const stage = words.find((word) => word.startsWith('--from='))?.slice('--from='.length);
    return stage === from ? words.filter((word) => !word.startsWith('--')).slice(0, -1) : [];
  });
}

it('the image is built from files that exist and that reach the build', () => {
  const ignored = lines('Dockerfile.dockerignore').filter(Boolean);
  expect(copied(undefined)).toEqual(['package.json', 'package-lock.json', '.']);
  for (const source of copied(undefined)) {
    expect(existsSync(path.join(PROJECT, source)), source).toBe(true);
    expect(ignored).not.toContain(source);
  }
  // What the build reads.
  for (const file of ['vite.config.ts', 'deploy/release/make-release.ts', 'tests/budgets/check-budgets.ts']) {
    expect(ignored.filter((pattern) => `${file}/`.startsWith(`${pattern}/`))).toEqual([]);
  }
});

it('the image has what the first stage leaves in its place', () => {
  const made = lines('Dockerfile').find((line) => line.includes('mkdir'));
  for (const folder of copied('build')) expect(made).toContain(folder);
  expect(copied('build')).toEqual(['/site', '/data']);
});

it('compose mounts and builds files that exist, but for those that an operator makes', () => {
  const text = read('compose.yaml');
  const own = [...text.matchAll(/^\s+(?:- \.\/|file: |- path: )([\w./-]+)/gm)].map(([, file = '']) => file);
  expect(own.toSorted()).toEqual([
    'Caddyfile',
    'backups',
    'secrets/database-password',
    'secrets/database-url',
    'secrets/secret-key',
    'site.env',
  ]);
  expect(existsSync(path.join(import.meta.dirname, 'Caddyfile'))).toBe(true);
  const dockerfile = /dockerfile: (.+)/.exec(text)?.[1] ?? '';
  expect(existsSync(path.join(PROJECT, dockerfile))).toBe(true);
  // Secrets must not reach git or the image.
  const ignored = readFileSync(path.join(PROJECT, '.gitignore'), 'utf8').split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['deploy/secrets/', 'deploy/site.env', 'deploy/backups/']));
  expect(lines('Dockerfile.dockerignore')).toEqual(
    expect.arrayContaining(['deploy/secrets', 'deploy/site.env', 'deploy/backups']),
  );
});

it.each(['DATABASE_URL_FILE', 'SECRET_KEY_FILE'])('compose gives the site %s', (setting) => {
  expect(read('compose.yaml')).toContain(`${setting}: /run/secrets/`);
});

it('compose keeps the data in its volume, whatever DATA_DIR is in site.env', () => {
  // `environment` takes precedence over `env_file`.
  expect(read('compose.yaml')).toMatch(/^ {4}environment:\n(?: {6}.+\n)* {6}DATA_DIR: \/data\n/m);
  expect(read('compose.yaml')).toMatch(/- site-data:\/data$/m);
});
