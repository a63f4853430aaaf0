import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

/*
 * Usage: node tests/setup/run-together.ts [--changed] <npm script…>
 * Runs npm scripts at the same time, and prints each line as it comes, after the name of its script. Fails if one of them
 * fails. With `--changed`, lint and format check only files that differ from main. Types and unused code depend on all files.
 */

const PROJECT_FOLDER = path.join(import.meta.dirname, '../..');
/** The scripts that take files, and the files that they take. */
const FILES_OF: Readonly<Record<string, RegExp>> = { lint: /\.(ts|tsx|js)$/, 'check:format': /./ };

const { values, positionals: names } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean', default: false } },
});
const width = Math.max(...names.map((name) => name.length));
const changed = values.changed ? changedFiles() : null;
for (const name of names) {
  const pattern = FILES_OF[name];
  if (changed === null || pattern === undefined) run(name, 'npm', ['run', '--silent', name]);
  else
    runOn(
      name,
      changed.filter((file) => pattern.test(file)),
    );
}

/** Runs the command of a script on these files, in the place of the whole project. */
function runOn(name: string, files: readonly string[]): void {
  if (files.length === 0) return print(name, 'no changed files');
  const manifest: { scripts: Record<string, string> } = JSON.parse(
    readFileSync(path.join(PROJECT_FOLDER, 'package.json'), 'utf8'),
  );
  const [command = '', ...options] = (manifest.scripts[name] ?? '').split(' ').filter((word) => word !== '.');
  const ignoring = command === 'prettier' ? ['--ignore-unknown'] : ['--no-error-on-unmatched-pattern'];
  run(name, command, [...options, ...ignoring, ...files]);
}

function run(name: string, command: string, commandArguments: readonly string[]): void {
  const started = performance.now();
  const child = spawn(command, commandArguments, {
    cwd: PROJECT_FOLDER,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => print(name, line));
  }
  child.once('error', (error) => print(name, error.message));
  child.once('close', (code, signal) => {
    const seconds = Math.round((performance.now() - started) / 1000);
    if (code !== 0) process.exitCode = 1;
    print(name, code === 0 ? `passed after ${seconds} s` : `failed (${code ?? signal}) after ${seconds} s`);
  });
}

function print(name: string, line: string): void {
  process.stdout.write(`${name.padEnd(width)} │ ${line}\n`);
}

/** The files that differ from main, whether committed or not. Deleted files are left out. */
function changedFiles(): string[] {
  const git = (...parts: string[]) =>
    execFileSync('git', parts, { cwd: PROJECT_FOLDER, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean);
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  const listed = [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return [...new Set(listed)];
}
