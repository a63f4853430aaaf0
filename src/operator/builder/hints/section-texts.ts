import type { FieldDescription, FieldDescriptions } from '../../../contracts/page-builder.ts';
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
  { kind }: Pick<FieldDescription, 'kind'>,
  value: unknown,
): SectionText[] {
  const text = (words: unknown): SectionText[] =>
    typeof words === 'string' && words.trim() !== '' ? [{ field, label, text: words.trim(), alt: null }] : [];
  switch (kind) {
    case 'text':
      return text(value);
    case 'richText':
      return typeof value === 'string' ? text(htmlToLines(value)) : [];
    case 'link':
      return isObject(value) ? text(value['text']) : [];
    case 'image':
      return isObject(value) && typeof value['alt'] === 'string'
        ? [{ field, label, text: '', alt: value['alt'] }]
        : [];
    case 'list':
    case 'number':
    case 'toggle':
    case 'choice':
      return [];
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** Converts HTML to plain text, with a separate line for each block element. */
function htmlToLines(html: string): string {
  return html
    .replace(/<(?:\/(?:p|h[1-6]|li|blockquote|tr|div)|br\s*\/?)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:nbsp|lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[^\S\n]+/g, ' ')
    .trim();
}
