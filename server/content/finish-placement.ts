import type { Block } from '../../src/builder/block.ts';
import type { Placement } from '../../src/builder/layout.ts';
import type { PlacementFault } from '../../src/builder/placement.ts';
import { sectionId } from '../../src/builder/section-ids.ts';
import { rawSection } from './finish-list.ts';
import { finishValue } from './finish-value.ts';
import type { FinishContext } from './finished.ts';
import type { JsonObject } from './raw-value.ts';

/** Where values of sections come from: a page's custom fields, and what their ids and links mean there. */
export interface ValueSource {
  acf: JsonObject;
  context: FinishContext;
}

/** A placement's props, or null when a value that its block requires is nowhere to be had. */
export interface PlacementValues {
  props: Readonly<Record<string, unknown>> | null;
  faults: PlacementFault[];
}

/**
 * Finishes a placement's values. Each field takes the first source that has a usable value, in order, then the
 * field's own fallback. The page's name is for the faults: `Home → hero_image: …`.
 */
export function finishPlacement(
  pageName: string,
  placement: Placement,
  block: Block,
  sources: readonly ValueSource[],
): PlacementValues {
  const props: Record<string, unknown> = {};
  const faults: PlacementFault[] = [];
  let complete = true;
  for (const [name, field] of Object.entries(block.fields)) {
    const section = sectionId(placement, name);
    let value: unknown;
    for (const source of sources) {
      const finished = finishValue(field, rawSection(source.acf, section, field), source.context);
      for (const message of finished.faults) {
        faults.push({ section, message: `${pageName} → ${section}: ${message}` });
      }
      value = finished.value;
      if (value !== undefined) break;
    }
    value ??= field.fallback;
    if (value !== undefined) {
      props[name] = value;
    } else if (field.presence === 'always') {
      complete = false;
      faults.push({ section, message: `${pageName} → ${section}: is empty but needed. Fill it in.` });
    }
  }
  return { props: complete ? props : null, faults };
}
