import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { operatorsApart } from './tests/budgets/operators-apart.ts';
import { CONDITION_LIMIT, HOOK_LIMIT, TEST_LIMIT } from './tests/setup/time-limits.ts';

// How many test files run at a time. Most wait, for servers and databases, more than they compute.
const WAITING = Math.max(4, availableParallelism());
// A browser keeps a processor busy by itself.
const BUSY = Math.max(3, availableParallelism());

/** What the built server takes from node_modules: native code, and what few servers load. */
const OUTSIDE = ['@node-rs/argon2', '@resvg/resvg-js', 'harfbuzzjs', 'jsdom', 'pg', 'sharp', 'vite'];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), operatorsApart()],
  resolve: {
    // Its package names the development build only, whatever it is asked for.
    alias:
      command === 'build'
        ? [
            {
              find: /^react-router$/,
              replacement: fileURLToPath(
                import.meta.resolve('react-router').replace('/development/', '/production/'),
              ),
            },
          ]
        : [],
  },
  // Ids that follow the module, not the order of loading: a view's styles keep their names in its own chunk.
  oxc: { plugins: { styledComponents: { ssr: true, displayName: false, fileName: false, pure: true } } },
  // One bundle, with the production React in it whatever NODE_ENV says.
  ssr: command === 'build' ? { noExternal: true, external: OUTSIDE } : { noExternal: ['styled-components'] },
  define: isSsrBuild
    ? { 'process.env.NODE_ENV': JSON.stringify('production'), 'import.meta.env.BUILT': 'true' }
    : {},
  build: {
    target: 'es2022',
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    modulePreload: false,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The loader waits for what the application exports.
      preserveEntrySignatures: 'exports-only',
      // A component that nothing renders goes with its styles: in the browser that is the footer.
      treeshake: { moduleSideEffects: [{ test: /\/src\/site\/[^?]+\.tsx$/, sideEffects: false }] },
      input: isSsrBuild
        ? {
            'entry-server': 'src/entry-server.tsx',
            start: 'server/start.ts',
            'sanitise-worker': 'server/content/html/sanitise-worker.ts',
          }
        : [
            'src/loader.ts',
            'src/entry-client.tsx',
            'src/leads/resend-stored-leads.ts',
            'src/operator/entry-operator.tsx',
            'src/preview/entry-preview.tsx',
          ],
      ...(isSsrBuild && {
        output: {
          chunkFileNames: '[name]-[hash].js',
          // Less for Node to read and keep; names stay, for the log's stack traces.
          minify: { compress: true, mangle: false, codegen: true },
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
          // A worker's test files share its modules and its jsdom, which take longer to load than most tests.
          isolate: false,
          include: ['{src,blocks}/**/*.test.tsx', 'src/content/**/*.test.ts'],
          setupFiles: ['tests/setup/component.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          // A worker's test files share the modules they import: loading them takes longer than most tests.
          isolate: false,
          globalSetup: ['tests/setup/shared-postgres.ts'],
          include: ['tests/{server,budgets}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          // In the same group as the tests above: these wait where those compute.
          name: 'faults',
          globalSetup: ['tests/setup/shared-postgres.ts'],
          include: ['tests/faults/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          sequence: { groupOrder: 1 },
          maxWorkers: BUSY,
          // A worker's test files share its browser.
          isolate: false,
          setupFiles: ['tests/setup/empty-browser.ts'],
          include: ['tests/browser/**/*.test.ts'],
        },
      },
    ],
  },
}));
