import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceIn } from './edit-copy.ts';

export const KIND_FILE = 'src/builder/kinds/date.ts';
/** The list of all kinds. */
export const KIND_LIST = 'src/builder/kinds/field-kinds.ts';
const NAMES = 'src/builder/field.ts';
const FUNCTIONS = 'src/builder/fields.ts';
export const FIELD_KIND_FILES = [NAMES, FUNCTIONS, KIND_FILE, KIND_LIST];

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

/** Follows steps 1 and 2 of the recipe "Add a field kind" in a copy of the project. */
export async function addFieldKind(copy: string): Promise<void> {
  await writeFile(path.join(copy, KIND_FILE), KIND);
  await replaceIn(copy, NAMES, "| 'list';", "| 'list' | 'date';");
  await replaceIn(
    copy,
    FUNCTIONS,
    '/** Creates a field for a number;',
    `/** Creates a field for a day. */
export function date<const O extends Common<string>>(options: O) {
  return field<string, O>('date', dateKind.schema(), options);
}

/** Creates a field for a number;`,
  );
  await replaceIn(
    copy,
    FUNCTIONS,
    'import { image',
    "import { dateKind } from './kinds/date.ts';\nimport { image",
  );
  await replaceIn(copy, KIND_LIST, 'text: textKind,', 'text: textKind,\n  date: dateKind,');
  await replaceIn(copy, KIND_LIST, 'import { image', "import { dateKind } from './date.ts';\nimport { image");
}
