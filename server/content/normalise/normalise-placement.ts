import type { Block } from '../../../src/builder/block.ts';
import type { Placement } from '../../../src/contracts/layout.ts';
import type { PlacementFault } from '../../../src/contracts/placement.ts';
import { sectionId } from '../../../src/builder/section-ids.ts';
import { normaliseValue } from './normalise-value.ts';
import { storedSection } from '../values/stored-value.ts';
import type { NormaliseContext } from './normalise-context.ts';
import type { JsonObject } from '../../../src/builder/raw-value.ts';

/** A source of section values: a page's custom fields, and the context that resolves their ids and links. */
export interface ValueSource {
  acf: JsonObject;
  context: NormaliseContext;
}

/** The values of a placement. `props` is null if a required field has neither a usable value nor a fallback. */
export interface PlacementValues {
  props: Readonly<Record<string, unknown>> | null;
  faults: PlacementFault[];
  /** The stored position of each shown row, by field, where it is a different one. Absent if it never is. */
  storedRows?: Readonly<Record<string, readonly number[]>>;
}

/**
 * Normalizes a placement's values. Each field uses the first source that has a usable value, otherwise the field's own
 * fallback. The page's name appears in fault messages: `Home › hero_image: …`.
 */
export function normalisePlacement(
  pageName: string,
  placement: Placement,
  block: Block,
  sources: readonly ValueSource[],
): PlacementValues {
  const props: Record<string, unknown> = {};
  const faults: PlacementFault[] = [];
  const storedRows: Record<string, readonly number[]> = {};
  let complete = true;
  for (const [name, field] of Object.entries(block.fields)) {
    const section = sectionId(placement, name);
    let value: unknown;
    for (const source of sources) {
      const normalised = normaliseValue(
        field,
        storedSection(source.acf, placement, name, field).raw,
        source.context,
      );
      for (const message of normalised.faults) {
        faults.push({ section, message: `${pageName} › ${section}: ${message}` });
      }
      value = normalised.value;
      if (normalised.storedRows) storedRows[name] = normalised.storedRows;
      if (value !== undefined) break;
    }
    value ??= field.fallback;
    if (value !== undefined) {
      props[name] = value;
    } else if (field.presence === 'always') {
      complete = false;
      faults.push({ section, message: `${pageName} › ${section}: is empty but needed. Fill it in.` });
    }
  }
  return {
    props: complete ? props : null,
    faults,
    ...(Object.keys(storedRows).length > 0 ? { storedRows } : {}),
  };
}
