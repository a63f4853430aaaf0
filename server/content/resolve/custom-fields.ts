import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../../../src/builder/block.ts';
import { sectionsOf } from '../../../src/builder/section-ids.ts';
import { parseLayout, type Placement } from '../../../src/contracts/layout.ts';
import type { CustomFields } from '../../../src/contracts/content.ts';
import { storedVariants } from './page-variants.ts';
import { normaliseRendered } from '../normalise/normalise-html.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { fillPlaceholders } from '../normalise/placeholders.ts';
import { isObject, type JsonObject } from '../../../src/builder/raw-value.ts';

/** Fields that describe layouts, which name hidden and scheduled placements. */
const LAYOUT_FIELDS = new Set(['page_layout', 'layout_variant', 'layout_variants']);
/** Deeper values are left out: no field group is nested that deep. */
const MAX_LEVELS = 12;
const HTML = /<[a-z!/?]/i;
const SCRIPT_ADDRESS = /^[\s\p{Cc}]*(?:javascript|vbscript|data):/iu;

/**
 * Returns custom fields in the light format of WordPress's REST API: a picture or a related post is its id, a repeater
 * its rows. HTML in them is sanitized, and addresses that run scripts are emptied. `isWithheld` names the fields that
 * must stay on the server.
 */
export function lightFields(
  acf: JsonObject,
  context: NormaliseContext,
  isWithheld: (name: string) => boolean = () => false,
): CustomFields {
  const passed = Object.entries(acf).filter(([name]) => !LAYOUT_FIELDS.has(name) && !isWithheld(name));
  return lightObject(Object.fromEntries(passed), context, 1);
}

function lightObject(object: JsonObject, context: NormaliseContext, depth: number): JsonObject {
  const entries = Object.entries(object)
    // Newer SCF adds the formatted value of a field, which can contain the text of an unpublished post.
    .filter(
      ([name]) => !(name.endsWith('_source') && Object.hasOwn(object, name.slice(0, -'_source'.length))),
    )
    .map(([name, value]) => [name, lightValue(value, context, depth + 1)] as const);
  return Object.fromEntries(entries);
}

function lightValue(value: unknown, context: NormaliseContext, depth: number): unknown {
  if (typeof value === 'string') return lightText(value, context);
  if (depth > MAX_LEVELS) return null;
  if (Array.isArray(value)) return value.map((each: unknown) => lightValue(each, context, depth + 1));
  return isObject(value) ? lightObject(value, context, depth) : value;
}

function lightText(text: string, context: NormaliseContext): string {
  if (HTML.test(text)) return normaliseRendered(text, context);
  return SCRIPT_ADDRESS.test(text) ? '' : String(fillPlaceholders(text, context.settings));
}

/**
 * Returns which custom fields of a page must not be passed on as they are: those of the visible placements, which are
 * passed on as the page shows them, and those of placements that are hidden, scheduled, over or in a variant. A
 * placement owns every field whose name begins with its key, so the fields of an unknown block are withheld, too. If a
 * layout has faults, all fields are withheld, because what it hides is not known.
 */
export function withheldFields(
  acf: JsonObject,
  { chosen, visible }: { chosen: readonly Placement[]; visible: readonly Placement[] },
  blocks: ReadonlyMap<string, Block>,
): (name: string) => boolean {
  const own = parseLayout(acf.page_layout);
  const { stored, fault } = storedVariants(acf);
  if (fault !== null || (own && own.faults.length > 0)) return () => true;
  const shown = new Set(
    visible.flatMap((placement) => {
      const block = blocks.get(placement.block);
      return block ? sectionsOf(placement, block).map(({ id }) => id) : [];
    }),
  );
  const others = [
    ...chosen,
    ...(own?.placements ?? []),
    ...(stored?.variants.flatMap(({ layout }) => layout) ?? []),
  ].filter((placement) => !visible.some((each) => isSameSection(each, placement)));
  const unseen = [...others.map(({ key }) => key), ...others.flatMap(({ ids }) => Object.values(ids))];
  return (name) =>
    // Some sites store the rows of a list as `items_1`, `items_2` …
    shown.has(name.replace(/_\d+$/, '')) ||
    shown.has(name) ||
    unseen.some((each) => name === each || name.startsWith(`${each}_`));
}

function isSameSection(one: Placement, other: Placement): boolean {
  return one.key === other.key && one.block === other.block && isDeepStrictEqual(one.ids, other.ids);
}
