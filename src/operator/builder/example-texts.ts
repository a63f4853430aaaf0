import { instructions } from '../../builder/page-templates.ts';
import type { FieldDescription as Field, FieldDescriptions as Fields } from '../../contracts/page-builder.ts';
import { propName } from './page-data.ts';

/**
 * Returns the initial text of a required text field without a fallback, so that a new section is visible at once.
 * Returns null for other fields.
 */
export function exampleText({ kind, label, presence, fallback }: Field): string | null {
  if (presence !== 'always' || fallback !== undefined) return null;
  if (kind === 'text') return label;
  return kind === 'richText' ? `<p>${label}</p>` : null;
}

/**
 * Returns the labels of the texts that are still the initial text of a new section or an instruction of a page
 * template.
 */
export function unwrittenTexts(props: Readonly<Record<string, unknown>>, fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = props[propName(name)];
    if (Array.isArray(value)) {
      return value.flatMap((row: Readonly<Record<string, unknown>>, index) =>
        unwrittenTexts(row, field.row ?? {}).map((label) => `${field.label} ${index + 1}: ${label}`),
      );
    }
    return typeof value === 'string' && (value === exampleText(field) || instructions.has(value))
      ? [field.label]
      : [];
  });
}
