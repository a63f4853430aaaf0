/** Texts with fewer words have no meaningful grade. */
const FEWEST_WORDS = 100;

/**
 * Returns the Flesch-Kincaid grade of an English text (Kincaid and others, 1975): the years of school that it takes to
 * read the text. Null if the text is too short. Each line counts as a sentence of its own.
 */
export function readingGrade(text: string): number | null {
  const sentences = text.split(/[.!?]+(?=\s|$)|\n+/).filter((each) => /[a-z]/i.test(each));
  const words = text.match(/[a-z]+(?:['’][a-z]+)*/gi) ?? [];
  if (words.length < FEWEST_WORDS || sentences.length === 0) return null;
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  const grade = 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59;
  return Math.max(0, Math.round(grade * 10) / 10);
}

/** Counts groups of vowels, without a silent ending. Correct for about nine out of ten English words. */
function syllablesOf(word: string): number {
  const plain = word
    .toLowerCase()
    .replace(/['’].*$/, '')
    .replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, '')
    .replace(/^y/, '');
  return Math.max(1, plain.match(/[aeiouy]{1,2}/g)?.length ?? 0);
}
