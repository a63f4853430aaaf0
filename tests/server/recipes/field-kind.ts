import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { replaceIn } from './edit-copy.ts';

export const KIND_FILE = 'src/builder/kinds/time.ts';
/** The list of all kinds. */
export const KIND_LIST = 'src/builder/kinds/field-kinds.ts';
const NAMES = 'src/builder/field.ts';
const FUNCTIONS = 'src/builder/fields.ts';
export const FIELD_KIND_FILES = [NAMES, FUNCTIONS, KIND_LIST, KIND_FILE];

const KIND = `import { z } from 'zod';
import type { FieldKindDefinition } from './kind.ts';
import { textKind } from './text.ts';

/** A time of day, as 09:30. */
export const timeKind = {
  ...textKind,
  name: 'Time',
  input: {
    name: 'line',
    type: 'time',
    format: { pattern: '^\\\\d{2}:\\\\d{2}$', fault: 'This is not a time. Write one like 09:30.' },
  },
  schema: () => z.iso.time({ precision: -1 }),
  example: { sample: () => '09:30', longest: () => '23:59', invalid: () => 'noon' },
  initialText: () => null,
} satisfies FieldKindDefinition;
`;

/** Follows steps 1 and 2 of the recipe "Add a field kind" in a copy of the project. */
export async function addFieldKind(copy: string): Promise<void> {
  await writeFile(path.join(copy, KIND_FILE), KIND);
  await replaceIn(copy, NAMES, "| 'list';", "| 'list' | 'time';");
  await appendFile(
    path.join(copy, FUNCTIONS),
    `
/** Creates a field for a time of day. */
export function time<const O extends Common<string>>(options: O) {
  return field<string, PresenceOf<O>>('time', timeKind.schema(), options);
}
`,
  );
  await replaceIn(
    copy,
    FUNCTIONS,
    'import { image',
    "import { timeKind } from './kinds/time.ts';\nimport { image",
  );
  await replaceIn(copy, KIND_LIST, 'text: textKind,', 'text: textKind,\n  time: timeKind,');
  await replaceIn(copy, KIND_LIST, 'import { image', "import { timeKind } from './time.ts';\nimport { image");
}
