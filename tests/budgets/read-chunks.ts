import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
);

/** The chunk graph of the browser build. */
export interface Chunks {
  /**
   * Returns the URLs of these modules' chunks and of all their static and dynamic imports. Omits chunks in `there` and
   * chunks that only they import. Throws if the build does not contain a module.
   */
  added(modules: readonly string[], there: ReadonlySet<string>): string[];
}

/** Reads the chunk graph from the build's manifest. Throws if there is no build. */
export async function readChunks(client: string): Promise<Chunks> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(path.join(client, '.vite/manifest.json'), 'utf8')),
  );
  const chunkOf = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk ${key}. Was it renamed? Update tests/budgets.`);
    return chunk;
  };
  return {
    added(modules, there) {
      const keys = new Set(modules);
      const files = new Set<string>();
      // Iterating over a set also visits elements that are added during the loop.
      for (const key of keys) {
        const { file, imports, dynamicImports } = chunkOf(key);
        if (there.has(`/${file}`)) continue;
        files.add(`/${file}`);
        for (const next of [...imports, ...dynamicImports]) keys.add(next);
      }
      return [...files];
    },
  };
}
