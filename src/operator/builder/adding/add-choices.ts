import type { BlockDescription } from '../../../contracts/operators/page-builder.ts';
import type { ReusableRow } from '../../../contracts/operators/reusable-calls.ts';
import { countPages } from '../reusable/count-pages.ts';

/** Something that can be added to a page or that a page can start with, as the lists of cards show it. */
export interface AddChoice {
  /** Unique in its list; of a block, the block's id. */
  id: string;
  title: string;
  /** The heading of its part of the list. */
  group: string;
  /** What it is for, in a line or two. */
  line: string;
  /** Other words by which people search for it. */
  keywords: readonly string[];
}

/** A choice of one or more sections. */
export interface SectionChoice extends AddChoice {
  /** The block whose picture it has. Differs from the id of what is no block. */
  block: string;
}

/** Returns the choices for shared sections that visitors see, and for templates. Their ids are their `at`. */
export function reusableChoices(
  entries: readonly ReusableRow[],
  blocks: readonly BlockDescription[],
): SectionChoice[] {
  const titles = new Map(blocks.map(({ id, title }) => [id, title]));
  const choices = entries
    .filter(({ kind, isPublic }) => kind === 'template' || isPublic)
    .map(({ at, kind, title, blocks: [block = '', ...others], uses }) => {
      const name = titles.get(block) ?? 'Section';
      const line =
        kind === 'section'
          ? `${name}, on ${countPages(uses.length)}. Changed in one place.`
          : `A copy of ${others.length === 0 ? '1 section' : `${others.length + 1} sections`}, from ${name}.`;
      const group = kind === 'section' ? 'Shared sections' : 'Templates';
      return { id: at, block, title, group, line, keywords: [group, 'saved', 'reuse'] };
    });
  return choices.sort((one, other) => one.group.localeCompare(other.group, 'en-US'));
}

/** Returns the choices for blocks, in the same order. */
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

/** How well a word fits, by where it is found. */
const POINTS = { start: 5, title: 4, keyword: 3, group: 2, line: 1 } as const;

/** Returns the choices in which all words occur, the best first: titles count most, then keywords, group and line. */
export function searchChoices<Choice extends AddChoice>(
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

function pointsOf({ title, group, line, keywords }: AddChoice, word: string): number {
  if (wordsOf(title)[0]?.startsWith(word)) return POINTS.start;
  if (contains(title, word)) return POINTS.title;
  if (keywords.some((keyword) => contains(keyword, word))) return POINTS.keyword;
  if (contains(group, word)) return POINTS.group;
  return contains(line, word) ? POINTS.line : 0;
}

/** Whether one of the words of a text starts with this word. */
function contains(text: string, word: string): boolean {
  return wordsOf(text).some((each) => each.startsWith(word));
}

/** Splits a text into words in lower case, without the "s" of a plural. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map((word) => (word.length > 3 ? word.replace(/s$/, '') : word));
}
