import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { coreFolder, sqliteDriverFolder, wordpressFolder } from './folders.ts';

/** Removes every entry of `folder` that `keep` does not name. Does nothing if the folder is missing. */
function keepOnly(folder: string, keep: readonly string[]): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!keep.includes(name)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Removes about 230 MB of unused files: an assistant, phpMyAdmin and the unused builds of PHP. */
function removeUnused(): void {
  const modules = join(wordpressFolder, 'node_modules');
  const studio = join(modules, 'wp-studio');
  keepOnly(studio, ['package.json', 'README.md', 'LICENSE', 'LICENSE.md', 'dist', 'node_modules']);
  keepOnly(join(studio, 'dist'), ['cli']);
  keepOnly(join(studio, 'dist/cli'), ['wp-files']);
  keepOnly(join(studio, 'dist/cli/wp-files'), ['latest', 'sqlite-database-integration']);
  keepOnly(join(studio, 'dist/cli/wp-files/latest'), ['wordpress']);
  keepOnly(join(coreFolder, 'wp-content/themes'), ['index.php', 'twentytwentyfive']);
  // Each PHP version comes in two builds. php-wasm uses "jspi" if WebAssembly can suspend, otherwise "asyncify".
  const unused = 'Suspending' in WebAssembly ? 'asyncify' : 'jspi';
  for (const version of ['node-8-5', 'node-8-4', 'node-7-4']) {
    rmSync(join(modules, '@php-wasm', version, unused), { recursive: true, force: true });
  }
}

/**
 * Makes sure that `wordpress/node_modules` exists, installing it with `npm ci` the first time (about 130 MB to
 * download). Throws an error that names the fix if npm fails.
 */
export function installPackages(say: (line: string) => void): void {
  // npm writes this file last, so it is missing after an interrupted installation.
  const finished = join(wordpressFolder, 'node_modules/.package-lock.json');
  if ([finished, coreFolder, sqliteDriverFolder].every((path) => existsSync(path))) return;
  say('Installing WordPress and PHP into wordpress/node_modules (once, about 130 MB to download) …');
  // Install scripts are disabled: the only native addon ships its binaries and needs no compiler.
  const result = spawnSync(
    'npm',
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
    // The folder is no argument, because a shell would split its path at spaces. On Windows, npm needs a shell.
    { cwd: wordpressFolder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' },
  );
  if (result.status !== 0) {
    throw new Error(
      `wordpress/node_modules could not be installed (npm ci ended with ${result.error?.message ?? result.status}). ` +
        'Check that npm reaches its registry, then run: npm ci --prefix wordpress',
    );
  }
  removeUnused();
}
