import { defineConfig } from 'oxlint';
import { importRules } from './tests/setup/import-rules.ts';

export default defineConfig({
  plugins: ['eslint', 'typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'oxc', 'promise', 'vitest'],
  categories: {
    correctness: 'error',
    suspicious: 'error',
    perf: 'error',
  },
  env: {
    builtin: true,
  },
  ignorePatterns: ['dist', '/release', 'node_modules', 'wordpress/node_modules', 'wordpress/site', 'public'],
  rules: {
    'no-console': 'error',
    'no-unused-vars': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/consistent-type-imports': [
      'error',
      {
        disallowTypeAnnotations: false,
      },
    ],
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': [
      'error',
      {
        checksVoidReturn: false,
      },
    ],
    'typescript/no-non-null-assertion': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'import/no-cycle': [
      'error',
      {
        ignoreTypes: false,
      },
    ],
    'import/no-default-export': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'react/no-unstable-nested-components': [
      'error',
      {
        propNamePattern: '{render*,cell}',
      },
    ],
    'react/no-array-index-key': 'off',
    'react/style-prop-object': 'error',
    'react/forbid-dom-props': [
      'error',
      {
        forbid: ['style'],
      },
    ],
    'import/no-unassigned-import': 'off',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'jsx-a11y/no-redundant-roles': 'off',
    'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'vitest/no-conditional-expect': 'off',
    'vitest/valid-expect': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'oxc/no-async-endpoint-handlers': 'off',
    'promise/always-return': 'off',
    'react/static-components': 'off',
    'typescript/consistent-return': 'off',
    'vitest/require-mock-type-parameters': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-redundant-type-constituents': 'off',
  },
  overrides: [
    ...importRules,
    {
      files: ['server/leads/**', 'server/operators/**', 'server/crm/**', 'server/variants/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'Date',
            property: 'now',
            message:
              "Take `now` from the services. It is the database's time, because the clocks of several servers differ.",
          },
        ],
      },
    },
    {
      files: ['src/**', 'blocks/**'],
      rules: {
        'no-restricted-properties': [
          'error',
          {
            object: 'URL',
            property: 'parse',
            message: 'Browsers before 2024 lack it. Use URL.canParse and new URL.',
          },
        ],
      },
    },
    {
      files: ['src/operator/**'],
      rules: {
        'no-restricted-globals': [
          'error',
          {
            name: 'fetch',
            message: 'Screens use callApi or apiQuery (call-api.ts), which check the response.',
          },
        ],
      },
    },
    {
      files: ['src/operator/request.ts', 'src/operator/lazy-screen.ts'],
      rules: {
        'no-restricted-globals': 'off',
      },
    },
    {
      files: ['blocks/**'],
      rules: {
        'import/no-default-export': 'off',
      },
    },
    {
      files: ['server/**'],
      rules: {
        'unicorn/require-post-message-target-origin': 'off',
        'typescript/no-floating-promises': [
          'error',
          {
            ignoreVoid: false,
          },
        ],
        'typescript/no-misused-promises': 'error',
      },
    },
    {
      files: [
        '*.config.ts',
        '**/*.config.ts',
        'src/site/browser-head-tags.tsx',
        'src/operator/screens/**',
        'tests/**',
      ],
      rules: {
        'import/no-default-export': 'off',
      },
    },
    {
      files: ['tests/setup/**'],
      rules: {
        'no-console': 'off',
        'vitest/no-standalone-expect': 'off',
      },
    },
    {
      files: ['src/content/**'],
      rules: {
        'no-console': [
          'error',
          {
            allow: ['error'],
          },
        ],
      },
    },
    {
      files: [
        'tests/load/**',
        'tests/journeys/**',
        'tests/budgets/**',
        'tests/wordpress/whole-site/**',
        'tests/browser/support/screenshots.ts',
        'wordpress/**',
      ],
      rules: {
        'no-console': 'off',
      },
    },
  ],
});
