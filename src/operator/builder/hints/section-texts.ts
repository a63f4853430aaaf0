import { kindOf } from '../../../builder/kinds/field-kinds.ts';
import { htmlToLines } from '../../../builder/kinds/rich-text.ts';
import type { FieldDescription, FieldDescriptions } from '../../../contracts/operators/page-builder.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import type { PreviewField } from '../../../contracts/preview.ts';
import { isObject } from '../../../preview/field-leaves.ts';

/** A text or a picture of a section. */
export interface SectionText {
  field: PreviewField;
  /** The label of the field, with the number of its row. */
  label: string;
  /** Plain text; empty for pictures. Each paragraph or list item is a separate line. */
  text: string;
  /** The alternative text of a picture; null for texts. */
  alt: string | null;
}

/** Returns the texts and pictures of a section, in the order of its fields. */
export function sectionTexts(
  { key, props, storedRows }: Pick<ResolvedPlacement, 'key' | 'props' | 'storedRows'>,
  fields: FieldDescriptions,
): SectionText[] {
  return Object.entries(fields).flatMap(([name, field]): SectionText[] => {
    const value = props[name];
    const target = { placement: key, field: name };
    if (field.kind !== 'list') return valueTexts(target, field.label, field, value);
    if (!isObject(value)) return [];
    if (typeof value['html'] === 'string') {
      return [{ field: target, label: field.label, text: htmlToLines(value['html']), alt: null }];
    }
    const rows: unknown[] = Array.isArray(value['rows']) ? value['rows'] : [];
    return rows.flatMap((row, shown) => {
      const index = storedRows?.[name]?.[shown] ?? shown;
      return Object.entries(field.row ?? {}).flatMap(([column, each]) =>
        valueTexts(
          { ...target, row: index, column },
          `${field.label} ${index + 1}: ${each.label}`,
          each,
          isObject(row) ? row[column] : undefined,
        ),
      );
    });
  });
}

function valueTexts(
  field: PreviewField,
  label: string,
  description: FieldDescription,
  value: unknown,
): SectionText[] {
  const shown = kindOf(description).shownText(value);
  return shown && (shown.text !== '' || shown.alt !== null) ? [{ field, label, ...shown }] : [];
}
