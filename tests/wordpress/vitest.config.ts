import { defineConfig } from 'vitest/config';

// A suite of its own: it boots real WordPresses, which takes half a gigabyte and more time than a unit test may.
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    name: 'wordpress',
    environment: 'node',
    include: ['tests/wordpress/**/*.test.ts'],
    globalSetup: ['tests/wordpress/support/install-site.ts'],
    setupFiles: ['tests/setup/no-console-errors.ts'],
    // Each boots a WordPress of its own: two cores are soon full.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
