import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { timeLimit } from '../setup/time-limits.ts';
import { copyOfProject, filesOf } from './support/project-copy.ts';
import { runInCopy } from './support/run-in-copy.ts';

/** The time limit is long, because the test runs a compiler and a test runner. */
const LIMIT = timeLimit(600_000);
let copy: string | undefined;
afterAll(async () => {
  if (copy) await rm(copy, { recursive: true, force: true });
});

const KIND = `import { z } from 'zod';
import type { Kind } from './kind.ts';
import { textKind } from './text.ts';

/** A day, as 2026-05-01. */
export const dateKind = {
  ...textKind,
  name: 'Date',
  input: {
    name: 'line',
    type: 'date',
    format: { pattern: '^\\\\d{4}-\\\\d{2}-\\\\d{2}$', fault: 'This is not a date. Write one like 2026-05-01.' },
  },
  schema: () => z.iso.date(),
  example: { sample: () => '2026-05-01', longest: () => '2026-12-31', invalid: () => 'tomorrow' },
  initialText: () => null,
} satisfies Kind;
`;

/** Uses the new kind everywhere that a block can have it. */
const PROBE = `import { expect, it } from 'vitest';
import { defineBlock } from '../src/builder/block.ts';
import { date, list, text } from '../src/builder/fields.ts';
import { kindOf } from '../src/builder/kinds/field-kinds.ts';
import { puckFields } from '../src/operator/builder/fields/kind-inputs.tsx';
import { describeSections } from './content/describe-sections.ts';
import { createLinkResolver } from './content/paths/site-links.ts';
import { normaliseValue } from './content/normalise/normalise-value.ts';
import { exampleValues } from './operators/pages/catalogue/example-values.ts';

const label = 'Day';
const fields = { day: date({ label }), visits: list({ label: 'Visits', row: { day: date({ label }), name: text({ label: 'Name' }) } }) };
const context = { media: { get: () => undefined }, links: createLinkResolver([]), html: ({ html }) => html };
const picture = { url: '/scenes/porch.svg', width: 600, height: 800, alt: '' };

it('works everywhere', () => {
  const { day, visits } = fields;
  expect(normaliseValue(day, ' 2026-05-01 ', context)).toEqual({ value: '2026-05-01', faults: [] });
  expect(normaliseValue(visits, [{ day: '2026-05-01' }], context).value).toEqual({ rows: [{ day: '2026-05-01' }] });
  expect(normaliseValue(day, 'tomorrow', context).faults).toHaveLength(1);
  expect(normaliseValue(visits, [{ day: 'tomorrow', name: 'A' }], context).faults[0]).toMatch(/^row 1, day: /);
  expect(exampleValues('longest', fields, picture)).toMatchObject({ day: '2026-12-31', visits: Array(12).fill({ day: '2026-12-31' }) });
  expect(kindOf(visits).searchTexts(visits, { rows: [{ day: '2026-05-01' }] })).toEqual(['2026-05-01']);
  expect(puckFields(fields)).toMatchObject({ day: { type: 'custom', label }, visits: { arrayFields: { day: { type: 'custom', label } } } });
  const block = defineBlock({ id: 'visits', title: 'Visits', description: 'Visits.', fields });
  const known = describeSections(new Map([[block.id, block]]), { pages: new Map() });
  expect(known.blocks.visits.fields).toMatchObject([{ kind: 'date' }, { row: [{ kind: 'date' }, {}] }]);
  expect(known.kinds.date).toMatchObject({ name: 'line', type: 'date', format: { fault: expect.any(String) } });
});
`;

it('needs the kind’s own file and its line in three others', { timeout: LIMIT }, async () => {
  const folder = await copyOfProject();
  copy = folder;
  const before = await filesOf(folder);
  const node = runInCopy(folder);
  const change = async (file: string, from: string, to: string) => {
    const text = await readFile(path.join(folder, file), 'utf8');
    expect(text, file).toContain(from);
    await writeFile(path.join(folder, file), text.replace(from, to));
  };
  const types = () => node('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.kinds.json');

  const kinds = 'src/builder/kinds/field-kinds.ts';
  await writeFile(path.join(folder, 'src/builder/kinds/date.ts'), KIND);
  await change('src/builder/field.ts', "| 'list';", "| 'list' | 'date';");
  await change(
    'src/builder/fields.ts',
    '/** Creates a field for a number;',
    `/** Creates a field for a day. */
export function date<const O extends Common<string>>(options: O) {
  return field<string, O>('date', dateKind.schema(), options);
}

/** Creates a field for a number;`,
  );
  await change(
    'src/builder/fields.ts',
    'import { image',
    "import { dateKind } from './kinds/date.ts';\nimport { image",
  );
  await writeFile(
    path.join(folder, 'tsconfig.kinds.json'),
    JSON.stringify({
      extends: './tsconfig.json',
      include: ['src/builder/kinds', 'src/operator/builder'],
    }),
  );

  // The compiler names what is missing: the kind in the list of all kinds, then a part of it.
  await expect(types()).rejects.toMatchObject({
    stdout: expect.stringContaining("Property 'date' is missing"),
  });
  await change(kinds, 'text: textKind,', 'text: textKind,\n  date: dateKind,');
  await change(kinds, 'import { image', "import { dateKind } from './date.ts';\nimport { image");
  await change('src/builder/kinds/date.ts', '...textKind,', '');
  await expect(types()).rejects.toMatchObject({
    stdout: expect.stringMatching(/date\.ts.*missing.*type 'Kind'.*normalise/s),
  });
  await change('src/builder/kinds/date.ts', "name: 'Date',", "...textKind,\n  name: 'Date',");
  await types();

  const after = await filesOf(folder);
  const changed = [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);
  expect(changed.filter((file) => !file.startsWith('tsconfig')).toSorted()).toEqual([
    'src/builder/field.ts',
    'src/builder/fields.ts',
    'src/builder/kinds/date.ts',
    'src/builder/kinds/field-kinds.ts',
  ]);
  await writeFile(path.join(folder, 'server/probe.test.ts'), PROBE);
  await node(
    'vitest/vitest.mjs',
    'run',
    '--config=tests/vitest.config.ts',
    '--project=unit',
    'server/probe.test.ts',
  );
});
