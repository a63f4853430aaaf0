import type { Block } from './block.ts';
import type { FieldKind } from './field.ts';
import type { Placement } from '../contracts/layout.ts';

/** Names of page fields that cannot be used as section ids. */
const RESERVED = /^(page_layout|layout_variants?|seo_.+)$/;

/**
 * Returns the section id of a field, which is its ACF name: the id set in the placement, or else key + "_" + field
 * name.
 */
export function sectionId(placement: Pick<Placement, 'key' | 'ids'>, fieldName: string): string {
  return placement.ids[fieldName] ?? `${placement.key}_${fieldName}`;
}

/** A section of a page: the id that its value is stored under, and its field kind. */
export interface SectionField {
  id: string;
  kind: FieldKind;
  placement: string;
  field: string;
  /** The names of a group's fields; empty for other kinds. */
  inner: readonly string[];
}

/** Returns the sections of one placement, one for each field of its block. */
export function sectionFieldsOf(placement: Placement, block: Block): SectionField[] {
  return Object.entries(block.fields).map(([name, field]) => ({
    id: sectionId(placement, name),
    kind: field.kind,
    placement: placement.key,
    field: name,
    inner: Object.keys(field.fields ?? {}),
  }));
}

/**
 * Returns the faults in the section ids of a page: an id that is used twice, is reserved, belongs to an unknown
 * field, or conflicts with the numbered rows of a list or the fields of a group. If several layouts share an id, its
 * kind must be the same in all of them.
 */
export function sectionIdFaults(
  layouts: readonly (readonly Placement[])[],
  blocks: ReadonlyMap<string, Block>,
): string[] {
  const faults: string[] = [];
  const kinds = new Map<string, SectionField>();
  for (const layout of layouts) {
    const taken = new Map<string, SectionField>();
    for (const placement of layout) {
      const block = blocks.get(placement.block);
      if (!block) continue;
      for (const name of Object.keys(placement.ids)) {
        if (!(name in block.fields)) {
          faults.push(`${placement.key}: ids names "${name}", which is no field of the block ${block.id}.`);
        }
      }
      for (const section of sectionFieldsOf(placement, block)) {
        if (RESERVED.test(section.id)) {
          faults.push(`${section.id} is reserved. Bind ${section.placement}.${section.field} to another id.`);
        }
        const other = taken.get(section.id);
        if (other) {
          faults.push(
            `${section.id} is taken by ${other.placement}.${other.field} and ${section.placement}.${section.field}.`,
          );
        }
        taken.set(section.id, section);
        const elsewhere = kinds.get(section.id);
        if (elsewhere && elsewhere.kind !== section.kind) {
          faults.push(`${section.id} is ${elsewhere.kind} in one layout and ${section.kind} in another.`);
        }
        kinds.set(section.id, section);
      }
    }
    faults.push(...rowNameFaults(taken), ...groupNameFaults(taken));
  }
  return faults;
}

/** Reports ids that look like list rows, which are stored under ids such as `<id>_0` and `<id>_0_title`. */
function rowNameFaults(taken: ReadonlyMap<string, SectionField>): string[] {
  const lists = [...taken.values()].filter((section) => section.kind === 'list');
  return [...taken.keys()].flatMap((id) =>
    lists
      .filter((list) => id.startsWith(`${list.id}_`) && /^\d+(_|$)/.test(id.slice(list.id.length + 1)))
      .map((list) => `${id} looks like a row of the list ${list.id}. Choose another key or bind it.`),
  );
}

/** Reports ids that look like fields of a group, which WordPress stores under ids such as `<id>_title`. */
function groupNameFaults(taken: ReadonlyMap<string, SectionField>): string[] {
  return [...taken.keys()].flatMap((id) =>
    [...taken.values()]
      .filter((group) => group.inner.some((name) => isWithin(id, `${group.id}_${name}`)))
      .map((group) => `${id} looks like a field of the group ${group.id}. Choose another key or bind it.`),
  );
}

function isWithin(id: string, field: string): boolean {
  return id === field || id.startsWith(`${field}_`);
}
