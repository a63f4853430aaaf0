import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extract } from 'tar';
import { z } from 'zod';
import type { ReleasePackage } from './locked-packages.ts';

const packedSchema = z.array(z.object({ filename: z.string(), integrity: z.string() })).length(1);
const installedSchema = z.object({ version: z.string() });

/** Files of packages that Node does not load: TypeScript sources, type declarations and source maps. */
const UNUSED = /\.(?:[cm]?ts|map)$/;

/**
 * Copies packages from the project into a release, without the files that Node does not load. npm downloads packages
 * that are not installed here, because they are for another platform. Throws an `Error` if a download fails, or if an
 * installed version or the hash of a download differs from package-lock.json.
 */
export async function copyPackages(
  packages: readonly ReleasePackage[],
  { project, release }: { project: string; release: string },
): Promise<void> {
  for (const each of packages) {
    const source = path.join(project, each.folder);
    const target = path.join(release, each.folder);
    if (existsSync(source)) {
      checkVersion(source, each);
      const isUsed = (file: string) => !UNUSED.test(file) && file !== path.join(source, 'node_modules');
      cpSync(source, target, { recursive: true, filter: isUsed });
    } else {
      await download(each, target);
    }
  }
}

function checkVersion(folder: string, { name, version }: ReleasePackage): void {
  const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
  const installed = installedSchema.parse(JSON.parse(text)).version;
  if (installed === version) return;
  throw new Error(`${name} ${installed} is installed, but package-lock.json has ${version}. Run “npm ci”.`);
}

async function download({ name, version, integrity }: ReleasePackage, target: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lintel-package-'));
  try {
    const args = ['pack', `${name}@${version}`, '--json', '--loglevel=error', '--pack-destination', folder];
    const { status, stdout, stderr, error } = spawnSync('npm', args, { encoding: 'utf8' });
    if (status !== 0) {
      const reason = error?.message ?? `${stderr}${stdout}`.trim();
      throw new Error(`npm could not download ${name} ${version}:\n${reason}`, { cause: error });
    }
    const [packed] = packedSchema.parse(JSON.parse(stdout));
    if (packed?.integrity !== integrity) {
      throw new Error(`The downloaded ${name} ${version} is not the one that package-lock.json names.`);
    }
    mkdirSync(target, { recursive: true });
    const filter = (file: string) => !UNUSED.test(file);
    await extract({ file: path.join(folder, packed.filename), cwd: target, strip: 1, filter });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
