import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import { templateInstructions } from '../../../builder/page-templates.ts';
import type {
  FieldDescription as Field,
  FieldDescriptions as Fields,
} from '../../../contracts/operators/page-builder.ts';
import type { FieldLocation } from '../../../contracts/preview.ts';
import { isJsonObject } from '../../../builder/raw-value.ts';
import { isFieldShown } from '../../../builder/show-when.ts';
import { propName } from '../saving/page-data.ts';

/**
 * Returns the initial text of a field that is required and has no fallback, so that visitors and editors see a new
 * section at once. Returns null for all other fields, and for kinds that start empty, such as pictures.
 */
export function initialFieldText(field: Field): string | null {
  const isRequired = field.presence === 'always' && field.fallback === undefined;
  return isRequired ? fieldKindOf(field).initialText(field.label) : null;
}

/** A text that is still a placeholder, because no editor has replaced it. */
export interface PlaceholderText {
  /**
   * The label of the field. In a list or a group, it is preceded by the label of the list and the row number, or by
   * that of the group.
   */
  label: string;
  field: Omit<FieldLocation, 'placement'>;
}

type Props = Readonly<Record<string, unknown>>;

/** Returns the texts that still have their initial value, or the instruction of a page template. */
export function findPlaceholderTexts(props: Props, fields: Fields): PlaceholderText[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = props[propName(name)];
    if (!isFieldShown(field, fields, (other) => props[propName(other)])) return [];
    if (field.fields) {
      return findPlaceholderTexts(isJsonObject(value) ? value : {}, field.fields).map(
        ({ label, field: inner }) => ({
          label: `${field.label}: ${label}`,
          field: { field: name, column: inner.field },
        }),
      );
    }
    if (Array.isArray(value)) {
      return value.flatMap((item: Props, row) =>
        findPlaceholderTexts(item, field.row ?? {}).map(({ label, field: { field: column } }) => ({
          label: `${field.label} ${row + 1}: ${label}`,
          field: { field: name, row, column },
        })),
      );
    }
    return typeof value === 'string' && (value === initialFieldText(field) || templateInstructions.has(value))
      ? [{ label: field.label, field: { field: name } }]
      : [];
  });
}
