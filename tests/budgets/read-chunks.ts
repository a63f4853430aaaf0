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

/** The chunks of the browser's build. */
export interface Chunks {
  /**
   * The addresses of some modules' chunks and of all they import, at once or later; nothing that is there already or
   * only comes through that, and none of the modules in `apart`. Throws where the build does not name a module.
   */
  added(modules: readonly string[], there: ReadonlySet<string>, apart: readonly string[]): string[];
}

/** Reads which chunk imports which. Throws when there is no build. */
export async function readChunks(client: string): Promise<Chunks> {
  const manifest = manifestSchema.parse(
    JSON.parse(await readFile(path.join(client, '.vite/manifest.json'), 'utf8')),
  );
  const chunkOf = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no chunk ${key}. Was it renamed? Mend tests/budgets.`);
    return chunk;
  };
  return {
    added(modules, there, apart) {
      apart.forEach(chunkOf);
      const keys = new Set(modules);
      const files = new Set<string>();
      // A set's iteration goes on to what is added meanwhile.
      for (const key of keys) {
        const { file, imports, dynamicImports } = chunkOf(key);
        if (there.has(`/${file}`)) continue;
        files.add(`/${file}`);
        for (const next of [...imports, ...dynamicImports]) if (!apart.includes(next)) keys.add(next);
      }
      return [...files];
    },
  };
}
