import { existsSync } from 'node:fs';
import path from 'node:path';

/** The project's root folder, whether the code runs from the sources or from the build. */
export const PROJECT_ROOT = findRoot(import.meta.dirname);

function findRoot(from: string): string {
  if (existsSync(path.join(from, 'package.json'))) return from;
  const above = path.dirname(from);
  if (above === from) throw new Error(`There is no package.json above ${import.meta.dirname}.`);
  return findRoot(above);
}

/** The folder with the built files for browsers. */
export const CLIENT_FOLDER = path.join(PROJECT_ROOT, 'dist/client');
