import { sectionId } from '../../../builder/section-ids.ts';
import type { CanvasState } from '../editor-context.ts';

/** Returns the messages about all fields of a placement. */
export function placementFaults(
  { blocks, faults, bound }: Pick<CanvasState, 'blocks' | 'faults' | 'bound'>,
  key: string,
  block: string,
): readonly string[] {
  const fields = Object.keys(blocks.get(block)?.fields ?? {});
  const ids = bound.get(key) ?? {};
  return fields.flatMap((field) => faults.get(sectionId({ key, ids }, field)) ?? []);
}
