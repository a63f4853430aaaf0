import type { Block } from '../../../src/builder/block.ts';
import type { Field, FieldKind, Fields } from '../../../src/builder/field.ts';
import { sectionId } from '../../../src/builder/section-ids.ts';
import { parseLayout, withoutPlacementDefaults, type Placement } from '../../../src/contracts/layout.ts';
import { seoBlock, seoPlacement } from '../normalise/seo-fields.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';

/** Returns the fields of all placements in some layouts, and the SEO fields, by section id. */
export function sectionFields(
  layouts: Iterable<readonly Placement[]>,
  blocks: ReadonlyMap<string, Block>,
): ReadonlyMap<string, Field> {
  const sections = new Map<string, Field>();
  const add = (placement: Placement, fields: Fields) => {
    for (const [name, field] of Object.entries(fields)) sections.set(sectionId(placement, name), field);
  };
  for (const placement of [...layouts].flat()) add(placement, blocks.get(placement.block)?.fields ?? {});
  add(seoPlacement, seoBlock.fields);
  return sections;
}

/**
 * Returns section values in which each picture id is replaced by the result of `idOf`, also in list rows and groups.
 * Pictures for which `idOf` returns undefined, and pictures that are not a positive id, are removed.
 */
export function withPictureIds(
  values: JsonObject,
  fields: ReadonlyMap<string, Field>,
  idOf: (id: number) => number | undefined,
): Record<string, unknown> {
  const ofPicture = (value: unknown) => (typeof value === 'number' && value > 0 ? idOf(value) : undefined);
  return mapPictures(values, fields, ofPicture);
}

/**
 * Returns section values in which each raw picture is replaced by the result of `map`, also in list rows and groups.
 * Pictures for which `map` returns undefined are removed.
 */
export function mapPictures(
  values: JsonObject,
  fields: ReadonlyMap<string, Field>,
  map: (raw: unknown) => unknown,
): Record<string, unknown> {
  return withMapped(values, fields, { kind: 'image', map });
}

/**
 * Returns section values in which each reference by id is replaced by the result of `pathOf`, because ids have no
 * meaning in another WordPress. References for which `pathOf` returns null are removed.
 */
export function withReferencePaths(
  values: JsonObject,
  fields: ReadonlyMap<string, Field>,
  pathOf: (id: number) => string | null,
): Record<string, unknown> {
  const ofEntry = (value: unknown) => {
    const id = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
    return typeof id === 'number' ? (pathOf(id) ?? undefined) : value;
  };
  return withMapped(values, fields, { kind: 'reference', map: ofEntry });
}

/**
 * Returns a layout, as JSON text, in which each id of a shared section is replaced by the result of `idOf`. Ids for
 * which `idOf` returns undefined, and layouts with faults, are unchanged.
 */
export function withSharedSectionIds(layout: unknown, idOf: (id: number) => number | undefined): unknown {
  const parsed = parseLayout(layout);
  if (!parsed || parsed.faults.length > 0 || parsed.placements.every(({ shared }) => shared === undefined)) {
    return layout;
  }
  return JSON.stringify(
    parsed.placements.map((placement) =>
      withoutPlacementDefaults(
        placement.shared === undefined
          ? placement
          : { ...placement, shared: idOf(placement.shared) ?? placement.shared },
      ),
    ),
  );
}

/** Returns the ids of the pictures in section values. */
export function pictureIds(values: JsonObject, fields: ReadonlyMap<string, Field>): number[] {
  const found: number[] = [];
  withPictureIds(values, fields, (id) => {
    found.push(id);
    return id;
  });
  return found;
}

/** How the values of one kind of field are replaced. Values that become undefined are removed. */
interface Mapping {
  kind: FieldKind;
  map: (value: unknown) => unknown;
}

function withMapped(
  values: JsonObject,
  fields: ReadonlyMap<string, Field>,
  mapping: Mapping,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [id, value] of Object.entries(values)) {
    const mapped = mappedValue(value, fields.get(id), mapping);
    if (mapped !== undefined) result[id] = mapped;
  }
  return result;
}

function mappedValue(value: unknown, field: Field | undefined, mapping: Mapping): unknown {
  if (field?.kind === mapping.kind) return mapping.map(value);
  const within = (each: unknown, fields: Fields) =>
    isJsonObject(each) ? withMapped(each, new Map(Object.entries(fields)), mapping) : each;
  if (field?.fields) return within(value, field.fields);
  const { row } = field ?? {};
  return row && Array.isArray(value) ? value.map((each: unknown) => within(each, row)) : value;
}
