import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { CONDITION_LIMIT, HOOK_LIMIT, TEST_LIMIT } from './tests/setup/time-limits.ts';

// The number of test files that run in parallel. Most spend more time waiting than computing, so there may be more of
// them than CPU cores.
const WAITING = Math.max(6, availableParallelism());
// The same for tests in a browser. The minimum is lower, because each browser keeps a CPU core busy.
const BUSY = Math.max(3, availableParallelism());

/** Packages that are not bundled into the server: native addons, and large packages that most servers hardly use. */
const OUTSIDE = [
  '@node-rs/argon2',
  '@resvg/resvg-js',
  'harfbuzzjs',
  'jsdom',
  'pg',
  'sharp',
  'undici',
  'vite',
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
    ? { 'process.env.NODE_ENV': JSON.stringify('production'), 'import.meta.env.BUILT': 'true' }
    : {},
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: mode !== 'operators',
    copyPublicDir: !isSsrBuild && mode !== 'operators',
    manifest: !isSsrBuild && (mode === 'operators' ? '.vite/operators.json' : true),
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
            'sanitise-worker': 'server/content/html/sanitise-worker.ts',
          }
        : mode === 'operators'
          ? 'src/operator/entry-operator.ts'
          : [
              'src/loader.ts',
              'src/entry-client.tsx',
              'src/entry-islands.tsx',
              'src/leads/resend-stored-leads.ts',
              'src/preview/entry-preview.tsx',
            ],
      ...(isSsrBuild && {
        output: {
          chunkFileNames: '[name]-[hash].js',
          // Minified code loads faster. Function names are kept for stack traces in the log.
          minify: { compress: true, mangle: { keepNames: true }, codegen: true },
        },
      }),
    },
  },
  test: {
    testTimeout: TEST_LIMIT,
    hookTimeout: HOOK_LIMIT,
    expect: { poll: { timeout: CONDITION_LIMIT } },
    setupFiles: ['tests/setup/no-console-errors.ts'],
    maxWorkers: WAITING,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          isolate: false,
          include: [
            '{src,server,blocks}/**/*.test.ts',
            'wordpress/*.test.ts',
            'tests/crm-sandbox/**/*.test.ts',
          ],
          exclude: ['src/content/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          environment: 'jsdom',
          // Test files in a worker share modules and jsdom, so that each worker loads them only once.
          isolate: false,
          include: ['{src,blocks}/**/*.test.tsx', 'src/content/**/*.test.ts'],
          setupFiles: ['tests/setup/component.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // Test files in a worker share modules, so that each worker loads them only once.
          isolate: false,
          globalSetup: ['tests/setup/shared-postgres.ts'],
          setupFiles: ['tests/setup/quick-server.ts', 'tests/setup/sanitise-here.ts'],
          include: ['tests/{server,budgets}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Runs in parallel with the projects above, because these tests mostly wait.
          name: 'faults',
          isolate: false,
          globalSetup: ['tests/setup/shared-postgres.ts'],
          setupFiles: ['tests/setup/quick-server.ts'],
          include: ['tests/faults/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          sequence: { groupOrder: 1 },
          maxWorkers: BUSY,
          // Test files in a worker share one browser.
          isolate: false,
          setupFiles: ['tests/setup/empty-browser.ts'],
          include: ['tests/browser/**/*.test.ts'],
        },
      },
    ],
  },
}));
