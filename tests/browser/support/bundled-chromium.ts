import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const STALE_AFTER_MS = 10 * 60_000;

// The package's `executablePath()` is not safe here: it shares /tmp/chromium between all users and projects, and trusts
// a partially written file there. `inflate` respects TMPDIR, which a child process can change without affecting this
// process.
const INFLATE = `import { inflate } from '@sparticuz/chromium';
await Promise.all(process.argv.slice(1).map((archive) => inflate(archive)));`;

export interface BundledChromium {
  executablePath: string;
  env: Record<string, string | undefined>;
}

/**
 * Prepares the Chromium of the npm package @sparticuz/chromium, including libraries that a minimal Linux container
 * lacks.
 */
export async function bundledChromium(): Promise<BundledChromium> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('@sparticuz/chromium ships a binary for Linux x64 only');
  }
  const folder = await extractedFolder();
  const executablePath = join(folder, 'chromium');
  const env: Record<string, string | undefined> = { ...process.env };
  // The package's libraries are older than those of a current system, so add them only if libraries are missing.
  if (await lacksLibraries(executablePath)) {
    env.LD_LIBRARY_PATH = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  }
  return { executablePath, env };
}

async function extractedFolder(): Promise<string> {
  const packageFolder = join(dirname(require.resolve('@sparticuz/chromium')), '..');
  const manifest: unknown = JSON.parse(await fs.readFile(join(packageFolder, 'package.json'), 'utf8'));
  const version = String(Object(manifest).version);
  // node_modules may be read-only, for example in an image that is built as root and run as another user.
  const own = join(tmpdir(), `lintel-chromium-${process.getuid?.() ?? 0}`);
  const parents = [join(PROJECT, 'node_modules/.cache/lintel-chromium'), own];
  const failures: unknown[] = [];
  for (const parent of parents) {
    try {
      await fs.mkdir(parent, { recursive: true, mode: parent === own ? 0o700 : 0o755 });
      // Another user may have created this folder in the shared temporary folder.
      if (parent === own && (await fs.lstat(own)).uid !== process.getuid?.())
        throw new Error(`${own} is not ours`);
      const folder = join(parent, version);
      const ready = await fs.access(join(folder, 'chromium'), fs.constants.X_OK).then(
        () => true,
        () => false,
      );
      if (!ready) await extract(join(packageFolder, 'bin'), parent, folder);
      await fs.access(join(folder, 'chromium'), fs.constants.X_OK);
      return folder;
    } catch (error) {
      failures.push(error);
    }
  }
  throw new AggregateError(failures, `cannot extract Chromium: ${failures.map(String).join('; ')}`);
}

/** Extracts to a temporary folder and renames it, because concurrent processes must never see a partial browser. */
async function extract(archives: string, parent: string, folder: string): Promise<void> {
  const staging = await fs.mkdtemp(join(parent, 'extracting-'));
  try {
    const files = ['chromium.br', 'al2023.tar.br'].map((name) => join(archives, name));
    await run(process.execPath, ['--input-type=module', '-e', INFLATE, ...files], {
      cwd: PROJECT,
      env: { PATH: process.env.PATH, TMPDIR: staging },
    });
    // mkdtemp and inflate restrict access to the current user.
    await Promise.all([fs.chmod(staging, 0o755), fs.chmod(join(staging, 'chromium'), 0o755)]);
    await fs.rename(staging, folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error; // Another process finished first.
    });
  } finally {
    await fs.rm(staging, { recursive: true, force: true });
    await removeStale(parent);
  }
}

/** Removes the leftovers of killed processes: an interrupted extraction takes up about 200 MB. */
async function removeStale(parent: string): Promise<void> {
  for (const name of await fs.readdir(parent)) {
    const path = join(parent, name);
    if (!name.startsWith('extracting-')) continue;
    const made = await fs.stat(path).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > STALE_AFTER_MS)
      await fs.rm(path, { recursive: true, force: true });
  }
}

async function lacksLibraries(executablePath: string): Promise<boolean> {
  return run('ldd', [executablePath]).then(
    ({ stdout }) => stdout.includes('not found'),
    () => true,
  );
}
