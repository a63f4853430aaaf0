import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PROJECT_ROOT } from '../../platform/root.ts';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const COMPRESSIBLE = /\.(js|css|svg|json|webmanifest|txt|xml)$/;

/** Writes a Brotli and a gzip copy next to every file of the build that becomes smaller when compressed. */
async function compressBuild(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.test(entry.name)) continue;
    const file = path.join(entry.parentPath, entry.name);
    const body = await readFile(file);
    const copies = {
      br: brotliCompressSync(body, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
      gz: gzipSync(body, { level: constants.Z_BEST_COMPRESSION }),
    };
    for (const [ending, copy] of Object.entries(copies)) {
      if (copy.byteLength < body.byteLength) await writeFile(`${file}.${ending}`, copy);
    }
  }
}

if (import.meta.main) await compressBuild(path.join(PROJECT_ROOT, 'dist/client'));
