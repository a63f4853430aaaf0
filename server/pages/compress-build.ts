import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../platform/root.ts';
import { brotliCompressSync, constants } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt|xml)$/;

/** Writes a Brotli copy next to every file of the build that becomes smaller when compressed. */
async function compressBuild(folder: string): Promise<void> {
  for (const file of await filesBelow(folder)) {
    if (!COMPRESSIBLE.test(file)) continue;
    const body = await readFile(path.join(folder, file));
    const copy = brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    });
    if (copy.byteLength < body.byteLength) await writeFile(path.join(folder, `${file}.br`), copy);
  }
}

/** Returns the paths of all files in a folder and its subfolders, relative to it. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('.vite'));
}

if (import.meta.main) await compressBuild(path.join(ROOT, 'dist/client'));
