// Usage: npm run pictures [-- <block>…]
// Stores the pictures of these blocks, or of all, that differ from the stored ones, and prints which files changed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const PROJECT_FOLDER = path.join(import.meta.dirname, '../../..');

const { status } = spawnSync(
  process.execPath,
  [
    path.join(PROJECT_FOLDER, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config=tests/vitest.config.ts',
    '--project=browser',
    'tests/browser/block-screenshots.test.ts',
    '--testNamePattern=stored pictures',
    '--update',
  ],
  {
    cwd: PROJECT_FOLDER,
    stdio: 'inherit',
    env: { ...process.env, PICTURES_OF: process.argv.slice(2).join(' ') },
  },
);
process.exitCode = status ?? 1;
