import type { Field } from '../../../src/builder/field.ts';
import { fieldKindOf } from '../../../src/builder/kinds/field-kinds.ts';
import { normaliseGroup } from '../../../src/builder/kinds/group.ts';
import type { NormaliseResult } from '../../../src/builder/normalise-result.ts';
import { shownFields } from '../../../src/builder/show-when.ts';
import type { Block } from '../../../src/builder/block.ts';
import type { Placement } from '../../../src/contracts/layout.ts';
import type { PlacementFault } from '../../../src/contracts/placement.ts';
import { sectionId } from '../../../src/builder/section-ids.ts';
import { normaliseValue } from './normalise-value.ts';
import { storedGroupFieldValue, storedFieldValue } from '../values/stored-value.ts';
import type { NormaliseContext } from './normalise-context.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';

/** A source of section values: custom fields, and the context that resolves their ids and links. */
export interface ValueSource {
  acf: JsonObject;
  context: NormaliseContext;
}

/** The values of a placement. `props` is null if a required field has neither a usable value nor a fallback. */
export interface PlacementValues {
  props: Readonly<Record<string, unknown>> | null;
  faults: PlacementFault[];
  /**
   * For each list field, the stored positions of the shown rows: `[0, 2]` if the second row is not shown. Fields whose
   * rows are all shown at their stored positions are left out. Absent if no field is left.
   */
  storedRows?: Readonly<Record<string, readonly number[]>>;
}

/**
 * Normalizes a placement's values. Each field uses the first source that has a usable value, otherwise the field's own
 * fallback. A field whose `showWhen` condition is not met is left out. The page's name appears in fault messages:
 * `Home › hero_image: …`.
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
  const rawOf = (name: string, field: Field): RawValue[] =>
    sources.map(({ acf, context }) => ({
      raw: storedFieldValue(acf, placement, name, field).raw,
      context,
    }));
  const deciding = (name: string, field: Field) => firstUsable(field, rawOf(name, field)).value;
  for (const [name, field] of shownFields(block.fields, deciding)) {
    const section = sectionId(placement, name);
    const { value, faults: own, storedRows: rows } = firstUsable(field, rawOf(name, field));
    faults.push(...own.map((message) => ({ section, message: `${pageName} › ${section}: ${message}` })));
    if (rows) storedRows[name] = rows;
    const shown = value ?? field.fallback;
    if (shown !== undefined) {
      props[name] = shown;
    } else if (field.presence === 'always') {
      complete = false;
      // The fault of a group already names its empty field.
      if (field.fields) continue;
      faults.push({ section, message: `${pageName} › ${section}: is empty but needed. Fill it in.` });
    }
  }
  return {
    props: complete ? props : null,
    faults,
    ...(Object.keys(storedRows).length > 0 ? { storedRows } : {}),
  };
}

/** The raw value of a field in one of the sources. */
interface RawValue {
  raw: unknown;
  context: NormaliseContext;
}

/** Returns the first usable value of a field. In a group, each field is looked up in all sources separately. */
function firstUsable(field: Field, given: readonly RawValue[]): NormaliseResult {
  if (field.fields) {
    const isGroup = ({ raw }: RawValue) => isJsonObject(raw) || !fieldKindOf(field).isSet(raw);
    const { faults, ...group } = normaliseGroup(field, (inner, name) =>
      firstUsable(
        inner,
        given.filter(isGroup).map(({ raw, context }) => ({
          raw: isJsonObject(raw) ? storedGroupFieldValue(raw, inner, name) : undefined,
          context,
        })),
      ),
    );
    const wrong = given.filter((each) => !isGroup(each));
    return {
      ...group,
      faults: [...wrong.flatMap(({ raw, context }) => normaliseValue(field, raw, context).faults), ...faults],
    };
  }
  const faults: string[] = [];
  for (const { raw, context } of given) {
    const normalised = normaliseValue(field, raw, context);
    faults.push(...normalised.faults);
    if (normalised.value !== undefined) return { ...normalised, faults };
  }
  return { faults };
}
