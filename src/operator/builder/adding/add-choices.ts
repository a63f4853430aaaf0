import type { BlockDescription } from '../../../contracts/operators/page-builder.ts';
import type { ReusableEntryListRow } from '../../../contracts/operators/reusable-entry-calls.ts';
import { pageCountText } from '../reusable/page-count-text.ts';

/** An entry in a list of cards: a section or template that can be added, or a template for a new page. */
export interface SearchableChoice {
  /** Unique in its list. For a block, this is the block's id. */
  id: string;
  title: string;
  /** The heading under which the list shows this choice. */
  group: string;
  /** A description of one or two lines. */
  line: string;
  /** Further words by which the search finds this choice. */
  keywords: readonly string[];
}

/** A choice that adds one or more sections to the page. */
export interface SectionChoice extends SearchableChoice {
  /** The id of the block whose picture the card shows. For shared sections and templates, it differs from `id`. */
  block: string;
}

/**
 * Returns the choices for all templates, and for the shared sections that visitors can see. The id of each choice is
 * the `at` of its entry.
 */
export function reusableEntryChoices(
  entries: readonly ReusableEntryListRow[],
  blocks: readonly BlockDescription[],
): SectionChoice[] {
  const titles = new Map(blocks.map(({ id, title }) => [id, title]));
  const choices = entries
    .filter(({ kind, isPublic }) => kind === 'template' || isPublic)
    .map(({ at, kind, title, blocks: [block = '', ...others], uses }) => {
      const name = titles.get(block) ?? 'Section';
      const line =
        kind === 'section'
          ? `${name}, on ${pageCountText(uses.length)}. Changed in one place.`
          : `A copy of ${others.length === 0 ? '1 section' : `${others.length + 1} sections`}, from ${name}.`;
      const group = kind === 'section' ? 'Shared sections' : 'Templates';
      return { id: at, block, title, group, line, keywords: [group, 'saved', 'reuse'] };
    });
  return choices.sort((one, other) => one.group.localeCompare(other.group, 'en-US'));
}

/** Returns one choice per block, in the order of the blocks. */
export function blockChoices(blocks: readonly BlockDescription[]): SectionChoice[] {
  return blocks.map(({ id, title, group, description, keywords = [] }) => ({
    id,
    block: id,
    title,
    group,
    line: description,
    keywords,
  }));
}

/**
 * The points for a search word, by the part of the choice that contains it. `start`: the title starts with the word.
 */
const POINTS = { start: 5, title: 4, keyword: 3, group: 2, line: 1 } as const;

/**
 * Returns the choices in which each word of the search text is the start of a word, best match first: a match in the
 * title counts most, then keywords, group and description. Returns all choices if the text has no words.
 */
export function searchChoices<Choice extends SearchableChoice>(
  choices: readonly Choice[],
  words: string,
): readonly Choice[] {
  const searched = wordsOf(words);
  if (searched.length === 0) return choices;
  return choices
    .flatMap((choice) => {
      const points = searched.map((word) => pointsOf(choice, word));
      return points.includes(0) ? [] : [{ choice, sum: points.reduce((sum, each) => sum + each, 0) }];
    })
    .sort((one, other) => other.sum - one.sum)
    .map(({ choice }) => choice);
}

function pointsOf({ title, group, line, keywords }: SearchableChoice, word: string): number {
  if (wordsOf(title)[0]?.startsWith(word)) return POINTS.start;
  if (contains(title, word)) return POINTS.title;
  if (keywords.some((keyword) => contains(keyword, word))) return POINTS.keyword;
  if (contains(group, word)) return POINTS.group;
  return contains(line, word) ? POINTS.line : 0;
}

/** Whether any word of the text starts with this word. */
function contains(text: string, word: string): boolean {
  return wordsOf(text).some((each) => each.startsWith(word));
}

/**
 * Splits a text into words in lower case. Removes the final "s" of words with more than three letters, so that plurals
 * match.
 */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}
