import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultServerConditions, defineConfig, type Rolldown } from 'vite';
import product from './package.json' with { type: 'json' };

/**
 * Packages that are not bundled into the server: native addons, and large packages that most servers hardly use. They are
 * the `dependencies` of package.json, which a release contains. Vite is for development only.
 */
const OUTSIDE = [...Object.keys(product.dependencies), 'vite'];

/**
 * Returns the git commit that is built, with `-dirty` after uncommitted changes; null without git. BUILD_COMMIT names it
 * where git cannot, as in a container.
 */
function gitCommit(): string | null {
  const given = process.env['BUILD_COMMIT'];
  if (given) return given;
  const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
  const { status, stdout } = spawnSync('git', args, { cwd: import.meta.dirname, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Returns a module and all that it imports, except with `import()`. */
function withImports(entries: readonly string[], context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const ids = new Set(entries.map((each) => path.resolve(each)));
  for (const id of ids) context.getModuleInfo(id)?.importedIds.forEach((each) => ids.add(each));
  return ids;
}

// The modules of every operator screen are in one file, because 40 files take 0.2 seconds longer to open. What it shares
// with the page bar, which visitors' pages load, and with the entry, which must run before it, is in files of their own.
const OPERATOR_FILES: Rolldown.CodeSplittingGroup[] = [
  { name: filesOf('page-bar-parts', 'src/page-bar/page-bar.ts'), priority: 3 },
  { name: filesOf('operator-entry', 'src/operator/entry-operator.ts'), priority: 2 },
  { name: filesOf('operator-app', 'src/operator/start-operator-app.tsx'), priority: 1 },
];

/** Names the file of the modules that one of the entries imports, and `user` too if there is one. */
function filesOf(name: string, entries: string | readonly string[], user?: string) {
  const all = [entries].flat();
  let modules: ReadonlySet<string> | undefined;
  return (id: string, context: Rolldown.ChunkingContext) => {
    if (!modules) {
      const imported = withImports(all, context);
      const alsoBy = user === undefined ? imported : withImports([user], context);
      modules = new Set([...imported].filter((each) => alsoBy.has(each)));
    }
    return modules.has(id) && !all.includes(path.relative(import.meta.dirname, id)) ? name : null;
  };
}

/** The views of the blocks that run without the application. */
const NEAR_VIEWS = globSync('blocks/*/block.ts', { cwd: import.meta.dirname })
  .filter((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8').includes("script: 'near'"))
  .map((file) => path.join(path.dirname(file), 'view.tsx'));

// The bundler would divide the application into 20 files, and the browser requests each of them twice: the loader
// fetches it before it imports it. What it shares with the loader and with blocks that run without it is in other files.
const VISITOR_FILES: Rolldown.CodeSplittingGroup[] = [
  { name: filesOf('loader-parts', 'src/entry-loader.ts'), priority: 4 },
  { name: filesOf('resend-parts', 'src/leads/resend-stored-leads.ts'), priority: 3 },
  { name: filesOf('shared', ['src/entry-islands.tsx', ...NEAR_VIEWS], 'src/entry-client.tsx'), priority: 2 },
  { name: filesOf('application', 'src/entry-client.tsx'), priority: 1 },
];

// The operators' screens are a separate build, so that nothing they import changes the visitors' files.
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react()],
  // Derives each component's id from its module, so that its class names are the same on the server and in the browser,
  // in whatever order chunks load.
  oxc: { plugins: { styledComponents: { ssr: true, displayName: false, fileName: false, pure: true } } },
  // The build bundles all other dependencies, so that the server uses React's production build whatever NODE_ENV says.
  ssr:
    command === 'build'
      ? {
          noExternal: true,
          external: OUTSIDE,
          resolve: { conditions: [...defaultServerConditions, 'module-sync'] },
        }
      : { noExternal: ['styled-components'] },
  define: isSsrBuild
    ? {
        'process.env.NODE_ENV': JSON.stringify('production'),
        'import.meta.env.BUILT': 'true',
        'import.meta.env.COMMIT': JSON.stringify(gitCommit()),
      }
    : {},
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: mode !== 'operators',
    copyPublicDir: !isSsrBuild && mode !== 'operators',
    manifest: !isSsrBuild && (mode === 'operators' ? '.vite/operators.json' : true),
    // The licenses of the packages that are bundled, which a release names.
    license: { fileName: isSsrBuild ? 'licenses.json' : `.vite/licenses-${mode}.json` },
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Keeps the exports of the entries, which the loader imports at run time.
      preserveEntrySignatures: 'exports-only',
      // Drops components that a bundle never renders, with their styles, such as the footer in the browser.
      treeshake: {
        moduleSideEffects: [{ test: /\/src\/site\/[^?]+\.tsx$/, sideEffects: false }],
      },
      input: isSsrBuild
        ? {
            'entry-server': 'src/entry-server.tsx',
            start: 'server/start.ts',
            command: 'server/command.ts',
            'sanitise-worker': 'server/content/html/sanitise-worker.ts',
            'sqlite-worker': 'server/database/engines/sqlite-worker.ts',
          }
        : mode === 'operators'
          ? ['src/operator/entry-operator.ts', 'src/page-bar/page-bar.ts']
          : [
              'src/entry-loader.ts',
              'src/entry-client.tsx',
              'src/entry-islands.tsx',
              'src/entry-vitals.ts',
              'src/leads/resend-stored-leads.ts',
              'src/preview/entry-preview.tsx',
            ],
      ...(!isSsrBuild && mode !== 'operators' && { output: { codeSplitting: { groups: VISITOR_FILES } } }),
      ...(mode === 'operators' && {
        output: {
          // The loader imports the page bar by this name.
          entryFileNames: ({ name }) => (name === 'page-bar' ? 'page-bar.js' : 'assets/[name]-[hash].js'),
          codeSplitting: { groups: OPERATOR_FILES },
        },
      }),
      ...(isSsrBuild && {
        output: {
          chunkFileNames: '[name]-[hash].js',
          // Minified code loads faster. Function names are kept for stack traces in the log.
          minify: { compress: true, mangle: { keepNames: true }, codegen: true },
        },
      }),
    },
  },
}));
