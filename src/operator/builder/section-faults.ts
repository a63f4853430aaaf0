import type { CanvasState } from './editor-context.ts';

/** Returns the id of the section that stores a field of a placement: the bound id, or key + "_" + field name. */
export function sectionId(bound: CanvasState['bound'], key: string, field: string): string {
  return bound.get(key)?.[field] ?? `${key}_${field}`;
}

/** Returns the messages about all fields of a placement. */
export function placementFaults(
  { blocks, faults, bound }: Pick<CanvasState, 'blocks' | 'faults' | 'bound'>,
  key: string,
  block: string,
): readonly string[] {
  const fields = Object.keys(blocks.get(block)?.fields ?? {});
  return fields.flatMap((field) => faults.get(sectionId(bound, key, field)) ?? []);
}
