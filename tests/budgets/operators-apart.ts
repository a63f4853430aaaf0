import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The fields of an output chunk that this check reads. */
interface BuiltChunk {
  fileName: string;
  code: string;
  moduleIds: readonly string[];
  imports: readonly string[];
  dynamicImports: readonly string[];
  /** The entry module; null unless this is an entry chunk. */
  facadeModuleId: string | null;
}

/** Entry modules of the visitor pages. Block views are not entries: the application imports them dynamically. */
const VISITORS = /\/src\/(loader\.ts|entry-client\.tsx|leads\/resend-stored-leads\.ts)$/;
const VISITORS_ENTRIES = 3;
const OPERATORS = /\/src\/operator\/entry-operator\.tsx$/;
const OPERATORS_CODE = /\/src\/operator\/|\/node_modules\/@radix-ui\//;

/** Returns the static and dynamic imports of a module. */
type ImportsOf = (module: string) => readonly string[];

/**
 * Returns each operator module that visitors would download, with its chunk. Operator modules are those in the
 * operators' folder, and those elsewhere that only operator code imports.
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

/** Returns the Brotli-compressed size, in bytes, of all scripts that only operators download. */
function operatorsOwnBytes(chunks: readonly BuiltChunk[]): number {
  const visitors = reached(chunks, entriesOf(chunks, VISITORS, VISITORS_ENTRIES));
  const operators = reached(chunks, entriesOf(chunks, OPERATORS, 1));
  return [...operators]
    .filter((chunk) => !visitors.has(chunk))
    .reduce((sum, { code }) => sum + brotliCompressSync(code).byteLength, 0);
}

/** Fails the browser build if an operator module is in a chunk that visitors could load. */
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
          `Visitors would download code of the operators:\n  ${list}\nImport it from src/operator only, or move what both need out of there.`,
        );
      }
      const kilobytes = (operatorsOwnBytes(chunks) / 1000).toFixed(1);
      this.info(`Visitors download none of the operators’ code; it is ${kilobytes} kB of its own.`);
    },
  };
}

/** Throws if an entry chunk is missing. Otherwise the check would find nothing and pass. */
function entriesOf(chunks: readonly BuiltChunk[], pattern: RegExp, count: number): BuiltChunk[] {
  const entries = chunks.filter((chunk) => pattern.test(slashes(chunk.facadeModuleId ?? '')));
  if (entries.length === count) return entries;
  throw new Error(
    `Of ${count} entries like ${pattern.source} the build has ${entries.length}. Update tests/budgets/operators-apart.ts.`,
  );
}

/** Returns these chunks and all their static and dynamic imports, including indirect ones. */
function reached(chunks: readonly BuiltChunk[], from: readonly BuiltChunk[]): Set<BuiltChunk> {
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set(from);
  // Iterating over a set also visits elements that are added during the loop.
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

/** Returns these modules and all their direct and indirect imports. */
function imported(modules: readonly string[], importsOf: ImportsOf): Set<string> {
  const found = new Set(modules);
  for (const module of found) for (const next of importsOf(module)) found.add(next);
  return found;
}

const slashes = (id: string) => id.replaceAll('\\', '/');
