import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PROJECT_FOLDER = path.join(import.meta.dirname, '../..');
const RULES = readFileSync(path.join(PROJECT_FOLDER, 'tests/setup/import-rules.ts'), 'utf8');

/** A rule about a directory that was renamed refuses nothing. */
it('the rules about imports name directories that exist', () => {
  const refused = [...RULES.matchAll(/\bcontent\|[^']*/g)].flatMap(([list]) =>
    list
      .replaceAll(/\/?\([^)]*\)/g, '')
      .split(')')[0]
      ?.split('|')
      .filter((name) => name !== ''),
  );
  const ruled = [...RULES.matchAll(/'((?:src|server|blocks)(?:\/[\w-]+)*)\/\*\*/g)].map(
    ([, folder]) => folder,
  );
  expect(refused.length).toBeGreaterThan(20);
  expect(ruled.length).toBeGreaterThan(5);
  const folders = new Set([...refused.map((name) => `src/${name}`), ...ruled]);
  expect([...folders].filter((folder) => !existsSync(path.join(PROJECT_FOLDER, folder ?? '')))).toEqual([]);
});
