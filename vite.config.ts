import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { trimmedFormLibrary } from './server/pages/trim-form-library.ts';
import { formsApart } from './tests/budgets/forms-apart.ts';
import { operatorsApart } from './tests/budgets/operators-apart.ts';

/** What every page needs travels as one file: it compresses better, and is asked for once. */
const everyPage =
  /node_modules\/(react|react-dom|scheduler|react-router|styled-components|stylis|@tanstack)\/|src\/(builder\/|app(-data)?\.ts|routes|site\/(?!browser-head|head-tags)|content\/(?!long-date|map-tiles)|leads\/(analytics|form-state|response-promise|consent-text)|ui\/(section|search-form|global-style|theme|still|button|site-link|rich-text|icon|picture|card|visually-hidden))[^?]*$/;

/** What forms and operators' screens share is one file too. */
const fields =
  /\/src\/(ui\/(sign|busy-button|control|field-frame|text-field|select-field|toast[\w-]*)|leads\/(stored-leads|browser-storage))\.tsx?$/;

/** What runs before the application gets copies of its own of what it shares with it: so it brings nothing along. */
const standsAlone = /\/src\/(loader|leads\/resend-stored-leads)\.ts$|\?(alone|apart)$/;
// Vite's helper around dynamic imports loads their styles first; here are none.
const PLAIN_IMPORT = '\0plain-import';
const alone: Plugin = {
  name: 'alone',
  // Vite's own resolving comes before what is not.
  enforce: 'pre',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  async resolveId(source, importer, options) {
    if (!importer || !standsAlone.test(importer)) return null;
    if (source.endsWith('vite/preload-helper.js')) return PLAIN_IMPORT;
    const resolved = await this.resolve(source, importer.replace(/\?(alone|apart)$/, ''), {
      ...options,
      skipSelf: true,
    });
    // Each of the two its own: what they shared would be a file more.
    const whose = /loader\.ts$|\?alone$/.test(importer) ? 'alone' : 'apart';
    return resolved && { ...resolved, id: `${resolved.id}?${whose}` };
  },
  load: (id) => (id === PLAIN_IMPORT ? 'export const __vitePreload = (load) => load();' : null),
};

// Most tests wait, for servers, databases and browsers, more than they reckon: more files at a time than processors.
const WAITING = Math.max(4, availableParallelism() - 1);

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), alone, trimmedFormLibrary(), formsApart(), operatorsApart()],
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
  ssr: { noExternal: command === 'build' ? true : ['styled-components'] },
  define: isSsrBuild ? { 'process.env.NODE_ENV': JSON.stringify('production') } : {},
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
      input: isSsrBuild
        ? 'src/entry-server.tsx'
        : [
            'src/loader.ts',
            'src/entry-client.tsx',
            'src/leads/resend-stored-leads.ts',
            'src/operator/entry-operator.tsx',
          ],
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              groups: [
                { name: 'app', test: everyPage },
                { name: 'fields', test: fields },
              ],
            },
          },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          maxWorkers: WAITING,
          environment: 'node',
          include: ['{src,server,blocks}/**/*.test.ts', 'tests/budgets/*.test.ts'],
          exclude: ['src/content/**'],
          setupFiles: ['tests/setup/no-console-errors.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          maxWorkers: WAITING,
          environment: 'jsdom',
          include: ['{src,blocks}/**/*.test.tsx', 'src/content/**/*.test.ts'],
          setupFiles: ['tests/setup/no-console-errors.ts', 'tests/setup/component.ts'],
          // Hands that type are slow where many tests run at once.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          globalSetup: ['tests/setup/shared-postgres.ts'],
          maxWorkers: WAITING,
          environment: 'node',
          include: ['tests/server/**/*.test.ts'],
          setupFiles: ['tests/setup/no-console-errors.ts'],
          // Real servers and databases start here, several at once: a busy machine takes its time.
          testTimeout: 60_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          globalSetup: ['tests/setup/shared-postgres.ts'],
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: ['tests/setup/no-console-errors.ts'],
          maxWorkers: WAITING,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['tests/browser/**/*.test.ts'],
          setupFiles: ['tests/setup/no-console-errors.ts'],
          // Each brings a browser and a site of its own.
          maxWorkers: WAITING,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // What is waited for comes, on a busy machine later.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
}));
