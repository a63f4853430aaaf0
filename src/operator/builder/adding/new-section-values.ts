import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import type { BlockDescription } from '../../../contracts/operators/page-builder.ts';
import { defaultInputValues } from '../fields/kind-inputs.tsx';
import { propName } from '../saving/page-data.ts';

/**
 * Returns the values of a new section, in the format of its inputs: the example of the block or, without an example,
 * the defaults. Pictures are empty, because the media library may not contain those of the example.
 */
export function newSectionValues({ fields, start }: Pick<BlockDescription, 'fields' | 'start'>) {
  if (!start) return defaultInputValues(fields);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      propName(name),
      fieldKindOf(field).toForm(field, start[name]),
    ]),
  );
}
