import { cp, mkdir, mkdtemp, readdir, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSite, type Site } from '../../browser/support/start-site.ts';
import { freePort } from '../../setup/free-port.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

/** Copies the parts of the project that are needed to run and check it. The caller removes the folder. */
export async function copyOfProject(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'lintel-copy-'));
  for (const each of [
    'src',
    'server',
    'blocks',
    'fixtures',
    'public',
    // What the tests of views need.
    'tests/vitest.config.ts',
    'tests/setup/time-limits.ts',
    'tests/setup/long-files-first.ts',
    'tests/setup/component.ts',
    'tests/setup/no-console-errors.ts',
    'tests/setup/import-rules.ts',
    'oxlint.config.ts',
    '.prettierrc.json',
    'package.json',
    'tsconfig.json',
    'vite.config.ts',
  ]) {
    await cp(path.join(ROOT, each), path.join(copy, each), { recursive: true });
  }
  // Not a link to the whole folder, because Vite keeps its cache in node_modules.
  await mkdir(path.join(copy, 'node_modules'));
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (name.startsWith('.')) continue;
    await symlink(path.join(ROOT, 'node_modules', name), path.join(copy, 'node_modules', name));
  }
  return copy;
}

/** Starts a copy as `npm run dev` does. Chooses the port in advance, so that a restart does not change it. */
export async function startDevelopment(copy: string, env: Record<string, string>): Promise<Site> {
  const { scripts }: { scripts: { dev: string } } = JSON.parse(
    await readFile(path.join(copy, 'package.json'), 'utf8'),
  );
  const [program, ...args] = scripts.dev.split(' ');
  if (program !== 'node') throw new Error(`"npm run dev" does not run node: ${scripts.dev}.`);
  return startSite({ PORT: String(await freePort()), ...env }, { script: args, cwd: copy });
}

/** Returns the text of every file by its path, without `node_modules`. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'));
  const texts = await Promise.all(
    files.map(async ({ parentPath, name }): Promise<[string, string]> => {
      const file = path.join(parentPath, name);
      return [path.relative(folder, file), await readFile(file, 'base64')];
    }),
  );
  return new Map(texts);
}
