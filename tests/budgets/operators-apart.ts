import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** A chunk as the bundler made it; paths of modules are as it names them. */
interface BuiltChunk {
  fileName: string;
  code: string;
  moduleIds: readonly string[];
  imports: readonly string[];
  dynamicImports: readonly string[];
  /** The module an entry stands for. */
  facadeModuleId: string | null;
}

/** What visitors' pages start; the server names the views, which the application imports. */
const VISITORS = /\/src\/(loader\.ts|entry-client\.tsx|leads\/resend-stored-leads\.ts)$/;
const VISITORS_ENTRIES = 3;
const OPERATORS = /\/src\/operator\/entry-operator\.tsx$/;
const OPERATORS_CODE = /\/src\/operator\/|\/node_modules\/@radix-ui\//;

/** What a module imports, at once or later. */
type ImportsOf = (module: string) => readonly string[];

/**
 * The operators' modules that visitors would download, each with the chunk it is in; empty if all is well. They are
 * those in the operators' folder, and those that nothing but operators' code imports, wherever they are.
 */
function operatorsCodeForVisitors(
  chunks: readonly BuiltChunk[],
  importsOf: ImportsOf,
): { module: string; file: string }[] {
  const entries = entriesOf(chunks, VISITORS, VISITORS_ENTRIES);
  const operators = imported(moduleOf(entriesOf(chunks, OPERATORS, 1)), importsOf);
  const visitors = imported(moduleOf(entries), importsOf);
  const isOperators = (id: string) =>
    OPERATORS_CODE.test(slashes(id)) || (operators.has(id) && !visitors.has(id));
  return [...reached(chunks, entries)].flatMap((chunk) =>
    chunk.moduleIds.filter(isOperators).map((module) => ({ module, file: chunk.fileName })),
  );
}

/** Bytes (Brotli) of the script that only operators download, all screens together. */
function operatorsOwnBytes(chunks: readonly BuiltChunk[]): number {
  const visitors = reached(chunks, entriesOf(chunks, VISITORS, VISITORS_ENTRIES));
  const operators = reached(chunks, entriesOf(chunks, OPERATORS, 1));
  return [...operators]
    .filter((chunk) => !visitors.has(chunk))
    .reduce((sum, { code }) => sum + brotliCompressSync(code).byteLength, 0);
}

/** Fails the build of the browser's files when a module of the operators is in a chunk that visitors could load. */
export function operatorsApart(): Plugin {
  return {
    name: 'operators-apart',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const found = operatorsCodeForVisitors(chunks, (id) => {
        const module = this.getModuleInfo(id);
        return module ? [...module.importedIds, ...module.dynamicallyImportedIds] : [];
      });
      if (found.length > 0) {
        const list = found.map(({ module, file }) => `${module} (in ${file})`).join('\n  ');
        this.error(
          `Visitors would download code of the operators:\n  ${list}\nImport it from src/operator only, or move what both need out of there; what only operators need must not be in the chunk \`app\` (vite.config.ts).`,
        );
      }
      const kilobytes = (operatorsOwnBytes(chunks) / 1000).toFixed(1);
      this.info(`Visitors download none of the operators’ code; it is ${kilobytes} kB of its own.`);
    },
  };
}

/** Throws when an entry is missing: the check would find nothing and say that all is well. */
function entriesOf(chunks: readonly BuiltChunk[], pattern: RegExp, count: number): BuiltChunk[] {
  const entries = chunks.filter((chunk) => pattern.test(slashes(chunk.facadeModuleId ?? '')));
  if (entries.length === count) return entries;
  throw new Error(
    `Of ${count} entries like ${pattern.source} the build has ${entries.length}. Mend tests/budgets/operators-apart.ts.`,
  );
}

/** Chunks that can be loaded from some, at once or later. */
function reached(chunks: readonly BuiltChunk[], from: readonly BuiltChunk[]): Set<BuiltChunk> {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set(from);
  // A set's iteration goes on to what is added meanwhile.
  for (const chunk of found) {
    for (const name of [...chunk.imports, ...chunk.dynamicImports]) {
      const next = named.get(name);
      if (next) found.add(next);
    }
  }
  return found;
}

function moduleOf(entries: readonly BuiltChunk[]): string[] {
  return entries.flatMap(({ facadeModuleId }) => facadeModuleId ?? []);
}

/** These modules and all they import. */
function imported(modules: readonly string[], importsOf: ImportsOf): Set<string> {
  const found = new Set(modules);
  for (const module of found) for (const next of importsOf(module)) found.add(next);
  return found;
}

const slashes = (id: string) => id.replaceAll('\\', '/');
