import type {
  BlockDescription,
  CanvasContent,
  FieldDescription,
  FieldDescriptions,
} from '../../../contracts/operators/page-builder.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import type { FieldLocation } from '../../../contracts/preview.ts';
import { hasCallToAction, hrefsIn } from './call-to-action.ts';
import { fairHousingPhrases } from './fair-housing.ts';
import { factContradictions, type SiteFacts } from './fact-contradictions.ts';
import { passedDates } from './passed-dates.ts';
import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import { htmlToLines } from '../../../builder/kinds/rich-text.ts';
import { isObjectOrArray } from '../../../preview/field-leaves.ts';

/** A suggestion for the editor. It never blocks a save. */
export interface PageHint {
  /** What the hint is about, for display, such as `FAQ › Title`, `FAQ (faq)` or `Page`. */
  place: string;
  message: string;
  /** The field to edit, or a whole section if its `field` is empty; null if the hint is about neither. */
  target: FieldLocation | null;
  /** Finds the field if `target` is only the section. */
  find?: () => FieldLocation;
}

/** A heading on the canvas. `pageHints` expects headings in document order. */
export interface CanvasHeading {
  level: number;
  text: string;
  /** The key of the placement that shows the heading. */
  placement: string;
  /** Finds the field that contains the heading's text. */
  find: () => FieldLocation;
}

interface Input {
  placements: readonly ResolvedPlacement[];
  blocks: ReadonlyMap<string, Pick<BlockDescription, 'title' | 'fields'>>;
  headings: readonly CanvasHeading[];
  head: CanvasContent['head'];
  /**
   * The site settings to compare texts with. Without them, there are no hints about facts or a missing call to action.
   */
  facts?: SiteFacts;
  /** The current day in the site's time zone, such as `2026-11-27`. Without it, there are no hints about dates. */
  today?: string;
  /**
   * Whether this is a shared section, which is only a part of a page. If so, there are no hints about a missing main
   * heading or call to action, or about the page's title and description.
   */
  isPart?: boolean;
}

/** Maximum lengths in characters. Desktop search results show about this many; phones show fewer. */
const MAX_TITLE_CHARACTERS = 60;
const MAX_DESCRIPTION_CHARACTERS = 160;
/** The highest reading grade without a hint. Most adults in the US can read texts up to this grade comfortably. */
const MAX_SCHOOL_YEARS = 9;

/** Returns the hints for a page, and the reading grade of its text, which is null if the text is too short. */
export function pageHints({ placements, blocks, headings, head, facts, today, isPart = false }: Input): {
  hints: PageHint[];
  grade: number | null;
} {
  const titleOf = ({ block }: ResolvedPlacement) => blocks.get(block)?.title ?? block;
  const hints: PageHint[] = [];
  const prose: string[] = [];
  for (const placement of placements) {
    const fields = blocks.get(placement.block)?.fields ?? {};
    for (const { field, label, text, alt, links } of sectionTexts(placement, fields)) {
      const place = `${titleOf(placement)} › ${label}`;
      for (const { phrase, instead } of fairHousingPhrases(text)) {
        const message = `“${phrase}” may describe people instead of property (fair housing). ${instead}`;
        hints.push({ place, message, target: field });
      }
      for (const message of facts ? factContradictions(text, links, facts) : []) {
        hints.push({ place, message, target: field });
      }
      for (const date of today === undefined ? [] : passedDates(text, today)) {
        hints.push({ place, message: `“${date}” has passed. Is it still right?`, target: field });
      }
      if (alt === '') {
        const message = 'The picture has no alternative text. That is right only if it is decorative.';
        hints.push({ place, message, target: field });
      }
      // Leave out labels and buttons, because they are not sentences.
      if (/[.!?]/.test(text)) prose.push(text);
    }
  }
  for (const { heading, message } of headingFaults(headings)) {
    const placement = placements.find(({ key }) => key === heading.placement);
    if (!placement) continue;
    const target = { placement: placement.key, field: '' };
    hints.push({ place: titleOf(placement), message, target, find: heading.find });
  }
  if (!isPart && placements.length > 0 && headings.length > 0 && !headings.some(({ level }) => level === 1)) {
    hints.push({ place: 'Page', message: 'The page has no main heading (h1).', target: null });
  }
  const last = placements.at(-1);
  if (!isPart && facts && last && !hasCallToAction(placements)) {
    const message =
      'Nothing leads visitors to you: no form, and no link to a phone number, an e-mail address or the contact page. Add a call to action.';
    hints.push({ place: 'Page', message, target: { placement: last.key, field: '' } });
  }
  if (!isPart && head) hints.push(...headHints(head));
  const grade = readingGrade(prose.join('\n'));
  if (grade !== null && grade > MAX_SCHOOL_YEARS) {
    const message = `The text needs about ${Math.round(grade)} years of school. Shorter sentences and words reach more readers.`;
    hints.push({ place: isPart ? 'Shared section' : 'Page', message, target: null });
  }
  return { hints, grade };
}

function headingFaults(headings: readonly CanvasHeading[]): { heading: CanvasHeading; message: string }[] {
  return headings.flatMap((heading, index) => {
    const before = headings[index - 1];
    if (heading.level === 1 && headings.slice(0, index).some(({ level }) => level === 1)) {
      return [{ heading, message: `“${heading.text}” is a second main heading (h1). A page has one.` }];
    }
    if (!before || heading.level <= before.level + 1) return [];
    const message = `“${heading.text}” (h${heading.level}) follows “${before.text}” (h${before.level}). Do not leave out a level.`;
    return [{ heading, message }];
  });
}

function headHints({ title, description }: NonNullable<CanvasContent['head']>): PageHint[] {
  const hints: PageHint[] = [];
  if (title.length > MAX_TITLE_CHARACTERS) {
    const message = `The title has ${title.length} characters. Search results cut it after about ${MAX_TITLE_CHARACTERS}.`;
    hints.push({ place: 'Search and sharing', message, target: null });
  }
  if (description.length > MAX_DESCRIPTION_CHARACTERS) {
    const message = `The description has ${description.length} characters. Search results cut it after about ${MAX_DESCRIPTION_CHARACTERS}.`;
    hints.push({ place: 'Search and sharing', message, target: null });
  }
  return hints;
}

/** A text or a picture of a section. */
interface SectionText {
  field: FieldLocation;
  /** The label of the field. In a list, it is preceded by the label of the list and the row number. */
  label: string;
  /** Plain text; empty for pictures. Each paragraph or list item is a separate line. */
  text: string;
  /** The alternative text of a picture; null for texts. */
  alt: string | null;
  /** The `href` of each link in the text or picture. */
  links: readonly string[];
}

/** Returns the texts and pictures of a section, in the order of its fields. */
function sectionTexts(
  { key, props, storedRows }: Pick<ResolvedPlacement, 'key' | 'props' | 'storedRows'>,
  fields: FieldDescriptions,
): SectionText[] {
  return Object.entries(fields).flatMap(([name, field]): SectionText[] => {
    const value = props[name];
    const target = { placement: key, field: name };
    if (field.kind !== 'list') return valueTexts(target, field.label, field, value);
    if (!isObjectOrArray(value)) return [];
    if (typeof value['html'] === 'string') {
      const { html } = value;
      return [
        { field: target, label: field.label, text: htmlToLines(html), alt: null, links: hrefsIn(html) },
      ];
    }
    const rows: unknown[] = Array.isArray(value['rows']) ? value['rows'] : [];
    return rows.flatMap((row, shown) => {
      const index = storedRows?.[name]?.[shown] ?? shown;
      return Object.entries(field.row ?? {}).flatMap(([column, each]) =>
        valueTexts(
          { ...target, row: index, column },
          `${field.label} ${index + 1}: ${each.label}`,
          each,
          isObjectOrArray(row) ? row[column] : undefined,
        ),
      );
    });
  });
}

function valueTexts(
  field: FieldLocation,
  label: string,
  description: FieldDescription,
  value: unknown,
): SectionText[] {
  const shown = fieldKindOf(description).shownText(value);
  const links = hrefsIn(value);
  const isShown = shown && (shown.text !== '' || shown.alt !== null || links.length > 0);
  return isShown ? [{ field, label, ...shown, links }] : [];
}

/** The minimum number of words. The grade of a shorter text is not meaningful. */
const MIN_WORDS = 100;

/**
 * Returns the Flesch-Kincaid grade of an English text (Kincaid et al., 1975): the years of school needed to read it.
 * Returns null if the text has fewer than `MIN_WORDS` words. Each line counts as a separate sentence.
 */
export function readingGrade(text: string): number | null {
  const sentences = text.split(/[.!?]+(?=\s|$)|\n+/).filter((each) => /[a-z]/i.test(each));
  const words = text.match(/[a-z]+(?:['’][a-z]+)*/gi) ?? [];
  if (words.length < MIN_WORDS || sentences.length === 0) return null;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
  return Math.max(0, Math.round(grade * 10) / 10);
}

/** Counts syllables as groups of vowels, without a silent ending. Correct for about nine out of ten English words. */
function syllablesOf(word: string): number {
  const plain = word
    .toLowerCase()
    .replace(/['’].*$/, '')
    .replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '')
    .replace(/^y/, '');
  return Math.max(1, plain.match(/[aeiouy]{1,2}/g)?.length ?? 0);
}
