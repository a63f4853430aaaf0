import type { BlockDescription, Canvas } from '../../../contracts/operators/page-builder.ts';
import type { ResolvedPlacement } from '../../../contracts/placement.ts';
import type { PreviewField } from '../../../contracts/preview.ts';
import { fairHousingPhrases } from './fair-housing.ts';
import { readingGrade } from './reading-grade.ts';
import { sectionTexts } from './section-texts.ts';

/** Something that an editor may want to improve. It never blocks a save. */
export interface Hint {
  /** The section and the field, or the page. */
  place: string;
  message: string;
  /** The field to edit; null if the builder has no field for it. */
  target: PreviewField | null;
  /** Finds the field if `target` is only the section. */
  find?: () => PreviewField;
}

/** A heading on the canvas. `pageHints` expects headings in document order. */
export interface Heading {
  level: number;
  text: string;
  /** The key of its placement. */
  placement: string;
  /** Finds the field that contains its text. */
  find: () => PreviewField;
}

interface Input {
  placements: readonly ResolvedPlacement[];
  blocks: ReadonlyMap<string, Pick<BlockDescription, 'title' | 'fields'>>;
  headings: readonly Heading[];
  head: Canvas['head'];
}

/** Lengths in characters. Search results show about this many on a desktop, and fewer on a phone. */
const LONGEST_TITLE = 60;
const LONGEST_DESCRIPTION = 160;
/** Most adults in the US can read texts up to this grade comfortably. */
const HIGHEST_GRADE = 9;

/** Returns the hints for a page, and the reading grade of its text, which is null if the text is too short. */
export function pageHints({ placements, blocks, headings, head }: Input): {
  hints: Hint[];
  grade: number | null;
} {
  const titleOf = ({ block }: ResolvedPlacement) => blocks.get(block)?.title ?? block;
  const hints: Hint[] = [];
  const prose: string[] = [];
  for (const placement of placements) {
    const fields = blocks.get(placement.block)?.fields ?? {};
    for (const { field, label, text, alt } of sectionTexts(placement, fields)) {
      const place = `${titleOf(placement)} › ${label}`;
      for (const { phrase, instead } of fairHousingPhrases(text)) {
        const message = `“${phrase}” may describe people instead of property (fair housing). ${instead}`;
        hints.push({ place, message, target: field });
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
  if (placements.length > 0 && headings.length > 0 && !headings.some(({ level }) => level === 1)) {
    hints.push({ place: 'Page', message: 'The page has no main heading (h1).', target: null });
  }
  if (head) hints.push(...headHints(head));
  const grade = readingGrade(prose.join('\n'));
  if (grade !== null && grade > HIGHEST_GRADE) {
    const message = `The text needs about ${Math.round(grade)} years of school. Shorter sentences and words reach more readers.`;
    hints.push({ place: 'Page', message, target: null });
  }
  return { hints, grade };
}

function headingFaults(headings: readonly Heading[]): { heading: Heading; message: string }[] {
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

function headHints({ title, description }: NonNullable<Canvas['head']>): Hint[] {
  const hints: Hint[] = [];
  if (title.length > LONGEST_TITLE) {
    const message = `The title has ${title.length} characters. Search results cut it after about ${LONGEST_TITLE}.`;
    hints.push({ place: 'Search and sharing', message, target: null });
  }
  if (description.length > LONGEST_DESCRIPTION) {
    const message = `The description has ${description.length} characters. Search results cut it after about ${LONGEST_DESCRIPTION}.`;
    hints.push({ place: 'Search and sharing', message, target: null });
  }
  return hints;
}
