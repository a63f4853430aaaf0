import type { Placement } from '../../../src/contracts/layout.ts';
import { sectionId } from '../../../src/builder/section-ids.ts';
import type { ValueSource } from '../normalise/normalise-placement.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { isOwnContent } from '../normalise/page-content.ts';
import type { RawPage } from '../values/raw-page.ts';

/**
 * The contact form that an editor has put into a text. The body block `wp-contact-form` links to its key, which no section of a
 * layout can have.
 */
const contactFormBelow: Placement = {
  block: 'contact-form',
  key: 'contact-form',
  region: 'main',
  hidden: false,
  ids: {},
};

/** What the plugin's block has in WordPress's HTML. */
const MARK = /class="[^"]*\blintel-contact-form\b/;
const MAX_SOURCE_CHARACTERS = 100;

/** Adds the contact form below the text of an entry, if the text has a place for it. */
export function withContactForm(
  placements: readonly Placement[],
  entry: RawPage | null | undefined,
): readonly Placement[] {
  if (!entry || !MARK.test(entry.content)) return placements;
  return placements.flatMap((placement) =>
    isOwnContent(placement) || placement.block === 'post'
      ? [placement, { ...contactFormBelow, region: placement.region }]
      : [placement],
  );
}

/** Returns the values of the form below a text: its leads come from the page or post. Empty for other placements. */
export function contactFormValues(
  placement: Placement,
  entry: RawPage | null | undefined,
  context: NormaliseContext | undefined,
): ValueSource[] {
  if (!entry || !context || placement.key !== contactFormBelow.key || placement.block !== 'contact-form')
    return [];
  return [
    { acf: { [sectionId(placement, 'source')]: entry.title.slice(0, MAX_SOURCE_CHARACTERS) }, context },
  ];
}
