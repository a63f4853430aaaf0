import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROJECT_FOLDER = path.join(import.meta.dirname, '../..');

/** Which directories each directory imports, with the imports. `.` is the directory above them. */
type Graph = Map<string, Map<string, string[]>>;

/** Returns the graph of the directories directly below a folder, from the imports of its modules. Types count. */
function graphOf(folder: string, textOf: (file: string) => string, files: readonly string[]): Graph {
  const graph: Graph = new Map();
  const directoryOf = (file: string) => (file.includes('/') ? (file.split('/')[0] ?? '') : '.');
  for (const file of files) {
    const imported = [...textOf(file).matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g)].map(([, to = '']) =>
      path.posix.relative(folder, path.posix.join(folder, path.posix.dirname(file), to)),
    );
    for (const to of imported) {
      const [from, target] = [directoryOf(file), directoryOf(to)];
      if (to.startsWith('..') || target === from) continue;
      const edges = graph.get(from) ?? new Map<string, string[]>();
      graph.set(from, edges.set(target, [...(edges.get(target) ?? []), `${file} imports ${to}`]));
    }
  }
  return graph;
}

/** Returns the imports that make up the first cycle; empty if there is none. */
function cycleIn(graph: Graph): string[] {
  const done = new Set<string>();
  const visit = (directory: string, trail: readonly string[]): string[] => {
    const start = trail.indexOf(directory);
    if (start >= 0) {
      const cycle = [...trail.slice(start), directory];
      return cycle.slice(1).flatMap((to, index) => graph.get(cycle[index] ?? '')?.get(to) ?? []);
    }
    if (done.has(directory)) return [];
    for (const to of graph.get(directory)?.keys() ?? []) {
      const cycle = visit(to, [...trail, directory]);
      if (cycle.length > 0) return cycle;
    }
    done.add(directory);
    return [];
  };
  return [...graph.keys()].map((directory) => visit(directory, [])).find((cycle) => cycle.length > 0) ?? [];
}

it.each(['server/content', 'server/pages'])('no directories in %s import each other', (folder) => {
  const files = readdirSync(path.join(PROJECT_FOLDER, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing\//.test(file));
  const graph = graphOf(
    folder,
    (file) => readFileSync(path.join(PROJECT_FOLDER, folder, file), 'utf8'),
    files,
  );
  expect(graph.size).toBeGreaterThan(2);
  expect(cycleIn(graph), 'Move what both need to the lower directory.').toEqual([]);
});

const cycleOf = (modules: Record<string, string>) =>
  cycleIn(graphOf('server/content', (file) => modules[file] ?? '', Object.keys(modules)));

it('finds two directories that import each other', () => {
  expect(
    cycleOf({
      'a/one.ts': "import type { Two } from '../b/two.ts';\nimport { own } from './own.ts';",
      'b/two.ts': "import {\n  one,\n} from '../a/one.ts';",
    }),
  ).toEqual(['a/one.ts imports b/two.ts', 'b/two.ts imports a/one.ts']);
});

it('finds a cycle of several directories, and one with the directory above', () => {
  const c = {
    'b/two.ts': "export { x } from '../c/three.ts';",
    'c/three.ts': "await import('../a/one.ts');",
  };
  expect(cycleOf({ 'a/one.ts': "import '../b/two.ts';", ...c })).toHaveLength(3);
  expect(cycleOf({ 'a/one.ts': "import '../top.ts';", 'top.ts': "import '../content/a/one.ts';" })).toEqual([
    'a/one.ts imports top.ts',
    'top.ts imports a/one.ts',
  ]);
});

it('accepts imports in one direction, also from outside', () => {
  expect(
    cycleOf({
      'a/one.ts': "import '../b/two.ts';\nimport '../../media/b.ts';",
      'b/two.ts': "import 'pino';",
    }),
  ).toEqual([]);
});
