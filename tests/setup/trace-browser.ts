import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { beginTrace, endTrace } from '../browser/support/traces.ts';

// Vitest runs `afterEach` hooks in reverse order, so this one runs after those of the test file.
beforeEach(({ task }) => {
  const file = path.basename(task.file.name, '.test.ts');
  const title = task.name.replace(/\W+/g, '-').slice(0, 60);
  return beginTrace({ name: `${file}-${title}`, hasFailed: () => task.result?.state === 'fail' });
});

afterEach(async ({ task }) => {
  const files = await endTrace();
  for (const error of files.length > 0 ? (task.result?.errors ?? []) : []) {
    error.message += `\nTrace: ${files.join(', ')}`;
  }
});
