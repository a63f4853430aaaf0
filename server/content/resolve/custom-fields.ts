import { isDeepStrictEqual } from 'node:util';
import type { Block } from '../../../src/builder/block.ts';
import { sectionFieldsOf } from '../../../src/builder/section-ids.ts';
import { parseLayout, type Placement } from '../../../src/contracts/layout.ts';
import type { PageCustomFields } from '../../../src/contracts/content.ts';
import { storedVariants } from './page-variants.ts';
import { normaliseRenderedHtml } from '../normalise/normalise-html.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { fillPlaceholders } from '../normalise/placeholders.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';

/** The fields that contain layouts. They are never sent, because they name hidden and scheduled placements. */
const LAYOUT_FIELDS = new Set(['page_layout', 'layout_variant', 'layout_variants']);
/** Maximum depth of values; real field groups are not nested that deep. Deeper values other than text become null. */
const MAX_LEVELS = 12;
const HTML = /<[a-z!/?]/i;
const SCRIPT_ADDRESS = /^[\s\p{Cc}]*(?:javascript|vbscript|data):/iu;

/**
 * Returns custom fields in the light format of the WordPress REST API (`acf_format=light`): a picture or related post
 * is its id, and a repeater its rows. HTML is sanitized, and URLs that run scripts become empty. `isWithheld` returns
 * whether a field must stay on the server.
 */
export function customFieldsInLightFormat(
  acf: JsonObject,
  context: NormaliseContext,
  isWithheld: (name: string) => boolean = () => false,
): PageCustomFields {
  const passed = Object.entries(acf).filter(([name]) => !LAYOUT_FIELDS.has(name) && !isWithheld(name));
  return lightObject(Object.fromEntries(passed), context, 1);
}

function lightObject(object: JsonObject, context: NormaliseContext, depth: number): JsonObject {
  const entries = Object.entries(object)
    // Newer versions of SCF add the formatted value of a field as `…_source`. It can contain the text of an
    // unpublished post.
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
  return isJsonObject(value) ? lightObject(value, context, depth) : value;
}

function lightText(text: string, context: NormaliseContext): string {
  if (HTML.test(text)) return normaliseRenderedHtml(text, context);
  return SCRIPT_ADDRESS.test(text) ? '' : String(fillPlaceholders(text, context.settings));
}

/**
 * Creates a test of whether a custom field of a page must not be sent in its raw form. Fields of visible
 * placements are sent as the page shows them; fields of hidden, scheduled, expired and variant placements are not
 * sent at all. A placement owns every field whose name begins with its key, so the fields of an unknown block are
 * withheld, too. If a layout has faults, all fields are withheld, because it is not known what it hides.
 */
export function createWithheldFieldCheck(
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
      return block ? sectionFieldsOf(placement, block).map(({ id }) => id) : [];
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
