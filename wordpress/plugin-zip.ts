import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync, type Zippable } from 'fflate';

/**
 * The modification time of every file in the zip, in local time as zip requires: the earliest that it can store. A fixed
 * time makes the same files produce the same bytes.
 */
const TIME = new Date(1980, 0, 1);

/** The headers of the plugin's main file that this project reads. */
type HeaderName =
  | 'Plugin Name'
  | 'Description'
  | 'Author'
  | 'Version'
  | 'Requires at least'
  | 'Requires PHP'
  | 'Text Domain'
  | 'Domain Path'
  | 'Update URI';

/** Returns the value of a header in the plugin's main file. Throws an `Error` if the header is missing. */
export function pluginHeader(plugin: string, name: HeaderName): string {
  const main = readFileSync(join(plugin, 'lintel.php'), 'utf8');
  const value = new RegExp(`^ \\* ${name}:\\s+(.+?)\\s*$`, 'm').exec(main)?.[1];
  if (value === undefined) throw new Error(`${join(plugin, 'lintel.php')} has no line "${name}:".`);
  return value;
}

/** Returns the plugin as a zip file that WordPress installs under Plugins → Add Plugin. Hidden files are left out. */
export function pluginZip(plugin: string): Uint8Array {
  const files: Zippable = {};
  for (const path of filesIn(plugin)) {
    files[`lintel/${path}`] = [readFileSync(join(plugin, path)), { mtime: TIME, level: 9 }];
  }
  return zipSync(files);
}

/** Returns the paths of all files in a folder, sorted, with "/" on every system. Hidden files are left out. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length).replaceAll('\\', '/'))
    .map((path) => path.replace(/^\//, ''))
    .filter((path) => path.split('/').every((name) => !name.startsWith('.')))
    .sort();
}
