import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const PROJECT_FOLDER = path.join(import.meta.dirname, '../..');
const CODE = /\.(tsx?|jsx?|php|css)$/;
const NOT_PRODUCTION = /\.test\.tsx?$|(^|\/)testing\//;

/** The project's own code without its tests, by path. */
export function productionFiles(): ReadonlyMap<string, string> {
  const listed = execFileSync('git', ['ls-files', 'src', 'server', 'blocks', 'wordpress', 'public'], {
    cwd: PROJECT_FOLDER,
    encoding: 'utf8',
  });
  const files = listed
    .trim()
    .split('\n')
    .filter((file) => (CODE.test(file) || file.endsWith('.webmanifest')) && !NOT_PRODUCTION.test(file));
  // A file that is deleted and not yet committed is still listed.
  return new Map(files.flatMap((file) => withText(file)));
}

function withText(file: string): [string, string][] {
  try {
    return [[file, readFileSync(path.join(PROJECT_FOLDER, file), 'utf8')]];
  } catch {
    return [];
  }
}

/** The number of lines of the production files. */
export function productionLines(files: ReadonlyMap<string, string>): number {
  return [...files.values()].reduce((sum, text) => sum + text.split('\n').length - 1, 0);
}

/**
 * Kinds of change, each with a pattern that finds an existing example. The files that name the example are those that a
 * developer touches, or at least reads, to add another one.
 */
const CHANGES = [
  { change: 'lead column', example: 'contact_method', pattern: /contact_?method/i },
  { change: 'site setting', example: 'portrait', pattern: /\bportrait\b/ },
  { change: 'brand', example: 'literal colors and fonts', pattern: /#[\da-f]{6}\b|figtree|fraunces/i },
  { change: 'field kind', example: 'toggle', pattern: /['"]toggle['"]/ },
  {
    change: 'operator API call',
    example: 'redirects',
    pattern: /admin\/redirects|RedirectTable|AddedRedirect/,
  },
  { change: 'block', example: 'icon-steps', pattern: /icon-?steps/i },
] as const;

/** Returns the production files that name the example of each kind of change. */
export function filesToTouch(files: ReadonlyMap<string, string>) {
  return CHANGES.map(({ change, example, pattern }) => ({
    change,
    example,
    files: [...files]
      .filter(([file, text]) => pattern.test(file) || pattern.test(text))
      .map(([file]) => file),
  }));
}
