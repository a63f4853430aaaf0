import type { Placement } from '../../../src/contracts/layout.ts';
import { sectionId } from '../../../src/builder/section-ids.ts';
import type { ValueSource } from '../normalise/normalise-placement.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { showsPageContent } from '../normalise/page-content.ts';
import type { RawPage } from '../values/raw-page.ts';

/**
 * The placement of the contact form that an editor has put into a text. The body block `wp-contact-form` links to its
 * key, which no section of a layout can have.
 */
const contactFormBelow: Placement = {
  block: 'contact-form',
  key: 'contact-form',
  region: 'main',
  hidden: false,
  ids: {},
};

/** The class of the companion plugin's contact form block in WordPress's HTML. */
const MARK = /class="[^"]*\blintel-contact-form\b/;
const MAX_SOURCE_CHARACTERS = 100;

/** Adds the contact form below the text of an entry, if the text contains the contact form block. */
export function withContactForm(
  placements: readonly Placement[],
  entry: RawPage | null | undefined,
): readonly Placement[] {
  if (!entry || !MARK.test(entry.content)) return placements;
  return placements.flatMap((placement) =>
    showsPageContent(placement) || placement.block === 'post'
      ? [placement, { ...contactFormBelow, region: placement.region }]
      : [placement],
  );
}

/**
 * Returns the values of the contact form below a text: the title of the page or post as the source of its leads.
 * Returns an empty list for other placements.
 */
export function contactFormValueSources(
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
