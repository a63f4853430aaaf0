import { setDeep, useGetPuck } from '@puckeditor/core';
import type { FieldDescription } from '../../../contracts/operators/page-builder.ts';
import type { FieldLocation } from '../../../contracts/preview.ts';
import { useOpenedPageData, useCanvasState } from '../editor-context.ts';
import { propName } from '../saving/page-data.ts';
import { ROOT_ZONE } from '../sections/section-changes.ts';

/** A stored value that the canvas shows, with functions to change it. */
export interface CanvasValue {
  field: FieldDescription;
  /** The value in the format of the field's input. */
  value: unknown;
  /** Changes the value. The canvas shows the text `shown` until the server responds. */
  set: (value: unknown, shown?: string) => void;
  /** Selects the section, so that its inputs are shown. */
  select: () => void;
}

/**
 * Returns a function that finds the value of a field. It returns null if the value does not exist or the page is
 * read-only. `set` looks up the section again, because the section may have moved in the meantime.
 */
export function useFindCanvasValue(): (target: FieldLocation) => CanvasValue | null {
  const { target: saved } = useOpenedPageData();
  const { blocks, placements, keyOf, assume } = useCanvasState();
  const getPuck = useGetPuck();
  const find = (placement: string) => {
    const { content } = getPuck().appState.data;
    const index = content.findIndex(({ type, props }) => keyOf(props.id, type) === placement);
    return { index, item: content[index] };
  };
  return ({ placement, field, row, column }) => {
    const { index, item } = find(placement);
    const isCell = row !== undefined && column !== undefined;
    const own = item && blocks.get(item.type)?.fields[field];
    const edited = isCell ? own?.row?.[column] : own;
    if (!item || !edited || saved.kind === 'read-only') return null;
    const prop = propName(field);
    const path = isCell ? `${prop}[${row}].${propName(column)}` : prop;
    return {
      field: edited,
      value: isCell ? item.props[prop]?.[row]?.[propName(column)] : item.props[prop],
      set: (value, shown) => {
        const now = find(placement);
        if (!now.item) return;
        const shownRow = placements.get(placement)?.storedRows?.[field]?.indexOf(row ?? 0) ?? row;
        const shownPath = isCell ? `${field}.rows[${shownRow}].${column}` : field;
        if (shown !== undefined) assume(placement, shownPath, shown);
        getPuck().dispatch({
          type: 'replace',
          destinationIndex: now.index,
          destinationZone: ROOT_ZONE,
          data: { ...now.item, props: setDeep(now.item.props, path, value) },
        });
      },
      select: () => getPuck().dispatch({ type: 'setUi', ui: { itemSelector: { index, zone: ROOT_ZONE } } }),
    };
  };
}
