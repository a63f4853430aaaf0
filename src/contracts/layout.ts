import { z } from 'zod';

const NO_MOMENT = 'is not a moment like 2026-12-24T18:00';
/** The schema of a valid date and time such as `2026-12-24T18:00`, which is in the site's time zone. */
const localMoment = z.iso
  .datetime({ local: true, precision: -1, error: NO_MOMENT })
  // A time in UTC is one character longer, because it ends with `Z`.
  .length('2026-12-24T18:00'.length, NO_MOMENT);

/** The `block` of a placement that shows a shared section. The section's own layout names the block to render. */
export const SHARED_SECTION_BLOCK_ID = 'shared-section';

/**
 * A placement as a layout stores it: which block or shared section to show, under which key, and when. A placement of a
 * shared section is stored without `block`.
 */
export const placementSchema = z
  .strictObject({
    block: z.string().min(1).default(SHARED_SECTION_BLOCK_ID),
    /** The id of the shared section, which stores the values. */
    shared: z.number().int().positive().exactOptional(),
    key: z.string().regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'is not lower-case words joined by "_"'),
    region: z.enum(['main', 'aside']).default('main'),
    /** A hidden placement stays in the layout, but is not shown. */
    hidden: z.boolean().default(false),
    /** When the placement first appears, in the site's time zone. */
    from: localMoment.exactOptional(),
    /** When the placement disappears, in the site's time zone. */
    until: localMoment.exactOptional(),
    /** Section ids, by field name, for fields that do not use the default of key + "_" + field name. */
    ids: z.record(z.string(), z.string().regex(/^[a-z][a-z0-9_]*$/)).default({}),
  })
  .refine(({ block, shared }) => (block === SHARED_SECTION_BLOCK_ID) === (shared !== undefined), {
    error: 'needs either a block or the id of a shared section',
  });

export type Placement = z.infer<typeof placementSchema>;
/** A placement in which properties with their default value may be omitted. */
export type PlacementInput = z.input<typeof placementSchema>;

/** Returns a placement as it is stored: without properties that have their default value. */
export function withoutPlacementDefaults(placement: Placement): Partial<Placement> {
  const { block, shared, key, region, hidden, from, until, ids } = placement;
  return {
    ...(shared === undefined ? { block } : { shared }),
    key,
    ...(region === 'main' ? {} : { region }),
    ...(hidden ? { hidden } : {}),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
    ...(Object.keys(ids).length > 0 ? { ids } : {}),
  };
}

/** The result of parsing `page_layout`: the valid placements, and messages about the invalid ones. */
export interface ParsedLayout {
  placements: Placement[];
  faults: string[];
}

/**
 * Parses `page_layout`, which is JSON text or an array. Invalid placements are left out and reported as faults. Returns
 * null if the field is empty.
 */
export function parseLayout(raw: unknown): ParsedLayout | null {
  if (raw === null || raw === undefined || raw === '' || raw === false) return null;
  let value = raw;
  if (typeof raw === 'string') {
    try {
      value = JSON.parse(raw);
    } catch {
      return { placements: [], faults: ['page_layout is not JSON. Check for a missing comma or quote.'] };
    }
  }
  if (!Array.isArray(value)) {
    return { placements: [], faults: ['page_layout is not a list. Write [ … ] around the placements.'] };
  }
  if (value.length === 0) return null;
  const placements: Placement[] = [];
  const faults: string[] = [];
  const keys = new Set<string>();
  for (const [index, item] of value.entries()) {
    const parsed = placementSchema.safeParse(item);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      const at = issue?.path.join('.');
      faults.push(
        `page_layout, placement ${index + 1}: ${at ? `${at} ` : ''}${issue?.message ?? 'invalid'}.`,
      );
    } else if (keys.has(parsed.data.key)) {
      faults.push(
        `page_layout, placement ${index + 1}: the key "${parsed.data.key}" is taken. Choose another.`,
      );
    } else {
      keys.add(parsed.data.key);
      placements.push(parsed.data);
    }
  }
  return { placements, faults };
}

/**
 * Returns the placements visible at the time `now`, and the next time that the result changes; null if it never does.
 * Times are in epoch milliseconds; `toInstant` converts the local times of placements.
 */
export function visiblePlacements(
  placements: readonly Placement[],
  now: number,
  toInstant: (localMoment: string) => number,
): { visible: Placement[]; changesAt: number | null } {
  const visible: Placement[] = [];
  let changesAt: number | null = null;
  for (const placement of placements) {
    if (placement.hidden) continue;
    const from = placement.from === undefined ? Number.NEGATIVE_INFINITY : toInstant(placement.from);
    const until = placement.until === undefined ? Number.POSITIVE_INFINITY : toInstant(placement.until);
    if (from <= now && now < until) visible.push(placement);
    for (const moment of [from, until]) {
      if (moment > now && moment < (changesAt ?? Number.POSITIVE_INFINITY)) changesAt = moment;
    }
  }
  return { visible, changesAt };
}
