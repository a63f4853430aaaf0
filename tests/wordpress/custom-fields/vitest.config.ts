import { defineConfig } from 'vitest/config';
import wordpressConfig from '../vitest.config.ts';

// Needs Advanced Custom Fields or Secure Custom Fields, which are on no package registry. So these tests have a command
// of their own.
export default defineConfig({
  ...wordpressConfig,
  test: {
    ...wordpressConfig.test,
    name: 'custom-fields',
    include: ['tests/wordpress/custom-fields/*.test.ts'],
  },
});
