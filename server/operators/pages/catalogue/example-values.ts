import type { Fields } from '../../../../src/builder/field.ts';
import { fieldKindOf } from '../../../../src/builder/kinds/field-kinds.ts';
import type { ExampleCase, ExamplePicture } from '../../../../src/builder/kinds/kind.ts';
import type { JsonObject } from '../../../../src/builder/raw-value.ts';

/**
 * Returns raw example values of these fields by field name, derived from their kinds and limits. `content` selects
 * sample, longest or invalid values. A sample leaves out the fields with a fallback, except lists.
 */
export function exampleValues(content: ExampleCase, fields: Fields, picture: ExamplePicture): JsonObject {
  const tools = { picture, row: (row: Fields) => exampleValues(content, row, picture) };
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => content !== 'sample' || field.fallback === undefined || field.row !== undefined)
      .map(([name, field]) => [name, fieldKindOf(field).example[content](field, tools)]),
  );
}
