import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { copyOfProject, filesOf } from '../server/support/project-copy.ts';
import { timeLimit } from '../setup/time-limits.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');
/** The time limit is long, because the test starts a compiler. */
const LIMIT = timeLimit(600_000);

const DIRECTORIES = ['server/variants', 'src/contracts/variants', 'src/operator/variants'];
/** An import of a file in these directories. */
const IMPORT = /^import [^;]* from '[^']*\/variants\/[^']*';\n/gm;
/** What changes in the rest of the product, besides the imports. */
const EDITS: Record<string, readonly (readonly [before: string | RegExp, after: string])[]> = {
  'server/services.ts': [[/const variants = createVariants\([^;]*;/, 'const variants = null;']],
  'server/app.ts': [['more: [createVariantRoutes, createVariantResultRoutes]', 'more: []']],
  'server/content/resolve/page-variants.ts': [
    [
      /export function storedVariants[^]*?\n}\n/,
      `export function storedVariants(_acf: JsonObject): { stored: StoredVariants | null; fault: string | null } {
  return { stored: null, fault: null };
}
`,
    ],
    [
      /export function withVariantLayout[^]*?\n}\n/,
      `export function withVariantLayout(
  _acf: JsonObject,
  _name: string,
  _layout: readonly Placement[],
): { layout_variants: string } | null {
  return null;
}
`,
    ],
  ],
  'src/contracts/operators/operator-calls.ts': [['  variantCalls,\n', '']],
  'src/operator/builder/header-actions.tsx': [[/ *<Variants [^>]*\/>\n/, '']],
  'src/operator/screens/results.tsx': [[/ *<VariantPanels \/>\n/, '']],
};

const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

it('takes three directories, and one edit in each of six files', { timeout: LIMIT }, async () => {
  const copy = await copyOfProject();
  cleanUp.push(() => rm(copy, { recursive: true, force: true }));
  const before = await filesOf(copy);
  for (const folder of DIRECTORIES) await rm(path.join(copy, folder), { recursive: true });
  for (const [file, edits] of Object.entries(EDITS)) {
    let text = (await readFile(path.join(copy, file), 'utf8')).replaceAll(IMPORT, '');
    for (const [from, to] of edits) {
      const changed = text.replace(from, to);
      expect(changed, `${file}: ${String(from)}`).not.toBe(text);
      text = changed;
    }
    await writeFile(path.join(copy, file), text);
  }

  const after = await filesOf(copy);
  const changed = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
  expect(changed.toSorted()).toEqual(Object.keys(EDITS).toSorted());
  const config = path.join(copy, 'tsconfig.removed.json');
  await writeFile(
    config,
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['server', 'src', 'blocks'],
      exclude: ['**/*.test.ts', '**/*.test.tsx'],
    }),
  );
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const faults = await run(process.execPath, [tsc, '--noEmit', '--checkers', '1', '-p', config], {
    cwd: copy,
  }).then(
    () => '',
    (error: unknown) => String(Object(error).stdout),
  );
  expect(faults).toBe('');
});
