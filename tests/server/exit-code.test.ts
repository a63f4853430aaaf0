import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const setup = new URL('../setup/shared-postgres.ts', import.meta.url).href;

// Simulates what Vitest does after a failed test.
const failedRun = `
const { default: setup } = await import(${JSON.stringify(setup)});
const tearDown = await setup({ provide: () => {} });
process.exitCode = 3;
await tearDown();
`;

test('a run with the shared PostgreSQL keeps the exit code of its tests', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', failedRun], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([3, null]);
});
