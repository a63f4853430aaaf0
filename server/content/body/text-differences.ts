import type { TextFacts } from '../html/html-changes.ts';
import { bodyFaultsWithOwners, type BodyFault } from './body-faults.ts';
import type { EntryLink, SiteText } from './site-texts.ts';
import { unservedPictureAddresses } from './text-facts-reader.ts';

/** One way in which the site shows texts differently from WordPress, with all pages and posts that it affects. */
export interface TextDifference {
  kind: BodyFault['kind'] | 'dead-link' | 'hidden-text';
  /** What is shown differently, such as “a form of WPForms”. */
  what: string;
  /** What visitors see instead, and what an editor can do about it. */
  fix: string;
  /** The path that a dead link leads to. */
  address?: string;
  /** True if nothing is missing and only the appearance differs. */
  isLook: boolean;
  /** The affected pages and posts, each once. */
  places: readonly EntryLink[];
}

/** Kinds of differences in which all content is shown, only in another form. */
const LOOKS: ReadonlySet<string> = new Set(['style', 'heading', 'page-break', 'dropdown']);

/** Collects the differences between texts in WordPress and on this site. */
export interface TextDifferenceList {
  /** Adds the differences of a text; for a text that is not shown, only the difference that it is hidden. */
  add(text: SiteText, facts: TextFacts): void;
  /**
   * Returns the differences. Those in which something is missing come before those in which only the look differs, and
   * then those that affect the most pages and posts come first.
   */
  all(): TextDifference[];
}

/**
 * Creates an empty list. `serves` returns whether the site serves the picture at a URL. `isDead` returns whether a
 * link to a path of this site leads nowhere.
 */
export function createTextDifferenceList(
  serves: (url: string) => boolean,
  isDead: (link: string) => boolean,
): TextDifferenceList {
  const found = new Map<string, TextDifference & { places: EntryLink[] }>();

  function note(difference: Omit<TextDifference, 'isLook' | 'places'>, { id, title, path }: EntryLink): void {
    const known = found.get(difference.what);
    const place = { id, title, path };
    if (!known)
      found.set(difference.what, { ...difference, isLook: LOOKS.has(difference.kind), places: [place] });
    else if (known.places.at(-1)?.id !== id) known.places.push(place);
  }

  return {
    add(text, facts) {
      if (!text.isShown) {
        note(HIDDEN_TEXT, text);
        return;
      }
      const pictures = unservedPictureAddresses(facts, serves);
      for (const { kind, what, of, fix } of bodyFaultsWithOwners({ ...facts, pictures }))
        note({ kind, what: of === undefined ? what : `${what} ${of}`, fix }, text);
      for (const link of facts.links)
        if (isDead(link)) {
          const what = `a link to ${link}`;
          note({ kind: 'dead-link', what, fix: DEAD, address: link.replace(/\?.*/s, '') }, text);
        }
    },
    all: () =>
      [...found.values()].toSorted(
        (a, b) => Number(a.isLook) - Number(b.isLook) || b.places.length - a.places.length,
      ),
  };
}

const HIDDEN_TEXT = {
  kind: 'hidden-text',
  what: 'a text that is not shown, because the page shows sections',
  fix: 'Add a section “Page content” to the page to show it, or leave it.',
} as const;
const DEAD =
  'Nothing is at this address, here and perhaps in WordPress. Correct the link, or redirect the address at /admin/settings/redirects.';
