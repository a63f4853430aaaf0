import { availableParallelism } from 'node:os';
import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import viteConfig from '../vite.config.ts';
import { LongFilesFirst } from './setup/long-files-first.ts';
import { CONDITION_LIMIT, HOOK_LIMIT, TEST_LIMIT } from './setup/time-limits.ts';

// The number of test files that run in parallel. Most spend more time waiting than computing, so there may be more of
// them than CPU cores.
const WAITING_WORKERS = Math.max(6, availableParallelism());
// The same for tests in a browser. The minimum is lower, because each browser keeps a CPU core busy.
const BROWSER_WORKERS = Math.max(3, availableParallelism());

/** Run with `npm run test:file`. The tests of a real WordPress have a configuration of their own. */
export default defineConfig((environment) =>
  mergeConfig(viteConfig(environment), {
    root: `${import.meta.dirname}/..`,
    test: {
      testTimeout: TEST_LIMIT,
      hookTimeout: HOOK_LIMIT,
      expect: { poll: { timeout: CONDITION_LIMIT } },
      setupFiles: ['tests/setup/no-console-errors.ts'],
      maxWorkers: WAITING_WORKERS,
      sequence: { sequencer: LongFilesFirst },
      projects: [
        {
          extends: true,
          test: {
            name: 'unit',
            isolate: false,
            include: [
              '{src,server,blocks,deploy}/**/*.test.ts',
              'wordpress/*.test.ts',
              'tests/{conventions,crm-sandbox,demo}/**/*.test.ts',
              'tests/wordpress/whole-site/*.test.ts',
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
            maxWorkers: BROWSER_WORKERS,
            // Test files in a worker share one browser.
            isolate: false,
            setupFiles: ['tests/setup/empty-browser.ts', 'tests/setup/trace-browser.ts'],
            include: ['tests/browser/**/*.test.ts'],
          },
        },
      ],
    },
  }),
);
