import type { Data } from '@puckeditor/core';
import type { FieldDescriptions as Fields } from '../../../contracts/operators/page-builder.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import type { FieldLocation } from '../../../contracts/preview.ts';
import type { CanvasState } from '../editor-context.ts';
import { unchangedExampleRows, firstExampleField, isStillExample } from '../adding/still-example.ts';
import { findPlaceholderTexts } from './placeholder-texts.ts';
import { propName } from '../saving/page-data.ts';
import { sectionId } from '../../../builder/section-ids.ts';

/**
 * Explains why a section is probably not finished. `unseen`: a required value is missing, so visitors would not see the
 * section. `empty`: its list has no rows, so it would only show a heading. `example`: some texts are still placeholders
 * or those of the block's example.
 */
export interface SectionWarning {
  kind: 'unseen' | 'empty' | 'example';
  /** The title of the block and the key of the section, such as `FAQ (faq)`. */
  place: string;
  /** What is missing or still a placeholder; empty if unknown. */
  detail: string;
  /** The first field to edit, or the whole section if its `field` is empty. */
  target: FieldLocation;
}

type State = Pick<CanvasState, 'placements' | 'blocks' | 'faults' | 'bound' | 'keyOf'>;

/**
 * Returns the warnings about sections that are not hidden. If `isBehind` is true, the canvas does not show the latest
 * change yet, so there are no `unseen` warnings.
 */
export function sectionWarnings(content: Data['content'], state: State, isBehind: boolean): SectionWarning[] {
  return content.flatMap(({ type, props }): SectionWarning[] => {
    const block = state.blocks.get(type);
    if (!block || props['_hidden'] === true) return [];
    const key = state.keyOf(props.id, type);
    const place = `${block.title} (${key})`;
    const warnings: SectionWarning[] = [];
    const placement = state.placements.get(key);
    if (!placement && !isBehind) {
      const detail = placementFaultMessages(state, key, type).join(' ');
      warnings.push({ kind: 'unseen', place, detail, target: { placement: key, field: '' } });
    }
    for (const field of emptyLists(props, isBehind ? undefined : placement, block.fields)) {
      const label = block.fields[field]?.label ?? field;
      const detail = `“${label}” has no rows`;
      warnings.push({ kind: 'empty', place, detail, target: { placement: key, field } });
    }
    if (isStillExample(props, block)) {
      const field = firstExampleField(block) ?? '';
      warnings.push({ kind: 'example', place, detail: 'all of it', target: { placement: key, field } });
      return warnings;
    }
    const [first, ...others] = [
      ...findPlaceholderTexts(props, block.fields),
      ...unchangedExampleRows(props, block),
    ];
    if (first) {
      const detail = [first, ...others].map(({ label }) => label).join(', ');
      warnings.push({ kind: 'example', place, detail, target: { placement: key, ...first.field } });
    }
    return warnings;
  });
}

/** Returns the names of the lists that have no rows although the section needs them. */
function emptyLists(
  props: Readonly<Record<string, unknown>>,
  placement: ResolvedPlacement | undefined,
  fields: Fields,
): string[] {
  return Object.entries(fields).flatMap(([name, { expectsRows }]) => {
    if (!expectsRows) return [];
    // The server removes empty rows and adds the built-in rows, so use its result if it is up to date.
    const value = placement ? rowsOf(placement.props[name]) : props[propName(name)];
    return Array.isArray(value) && value.length === 0 ? [name] : [];
  });
}

/** Returns the rows of a resolved list, or undefined if the list is stored as HTML. */
function rowsOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'rows' in value ? value.rows : undefined;
}

/** Returns the validation messages about all fields of a placement. */
export function placementFaultMessages(
  { blocks, faults, bound }: Pick<CanvasState, 'blocks' | 'faults' | 'bound'>,
  key: string,
  block: string,
): readonly string[] {
  const fields = Object.keys(blocks.get(block)?.fields ?? {});
  const ids = bound.get(key) ?? {};
  return fields.flatMap((field) => faults.get(sectionId({ key, ids }, field)) ?? []);
}
