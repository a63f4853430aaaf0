import { defineConfig } from 'vitest/config';
import { CONDITION_LIMIT, HOOK_LIMIT, TEST_LIMIT } from '../setup/time-limits.ts';

// A separate suite: it starts real WordPress servers, which need half a gigabyte of memory and more time than unit
// tests.
export default defineConfig({
  root: `${import.meta.dirname}/../..`,
  test: {
    name: 'wordpress',
    environment: 'node',
    include: ['tests/wordpress/*.test.ts'],
    globalSetup: ['tests/wordpress/support/install-site.ts'],
    setupFiles: ['tests/setup/no-console-errors.ts'],
    // Each test file starts its own WordPress. More workers would overload two cores.
    maxWorkers: 2,
    testTimeout: TEST_LIMIT,
    hookTimeout: HOOK_LIMIT,
    expect: { poll: { timeout: CONDITION_LIMIT } },
  },
});
