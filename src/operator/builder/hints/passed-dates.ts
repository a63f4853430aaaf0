/** A calendar day in ISO 8601, such as `2026-05-03`. */
type Day = string;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\\.?';
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const WEEKDAY = '(?:(Sun|Mon|Tue|Wed|Thu|Fri|Sat)[a-z]*\\.?,? (?:the )?)?';
const END = '(?![\\w-])';

/** Matches May 3, 2026 · Sunday, May 3 · May 3–5, 2026 (the last day of a range counts). */
const WORDED = new RegExp(
  `\\b${WEEKDAY}${MONTH} (\\d{1,2})(?:st|nd|rd|th)?(?: ?[–-] ?(\\d{1,2}))?(?:,? (\\d{4}))?${END}`,
  'gi',
);
/** Matches 2026-05-03. */
const ISO = /(?<![\w-])(\d{4})-(\d{2})-(\d{2})(?![\w-])/g;
/** Matches 5/3/2026, in US order: month, day, year. */
const NUMBERS = /(?<![\w/])(\d{1,2})\/(\d{1,2})\/(\d{4})(?![\w/])/g;

/** Words of a sentence that announces something. */
const ANNOUNCES =
  /\b(open house|join|come|visit|rsvp|register|sign up|tour|event|workshop|seminar|class|webinar|meet|until|through|before|by|deadline|expires?|ends?|offer|starts?|begins?|next|upcoming|see you|will|doors|from \d)\b|\d ?(?:a|p)\.?m\b/i;
/** Words of a sentence about the past or about the state of something. */
const REPORTS =
  /\b(as of|since|updated?|last|was|were|had|sold|bought|closed|listed|recorded|published|reviewed|effective|source|ago)\b/i;

/**
 * Returns the dates in a text that seem to announce something and are before `today`. The rules are strict, because
 * wrong hints teach people to ignore hints: a date needs a sentence that announces something or its weekday. A date
 * without a year must have the weekday that it has this year.
 */
export function passedDates(text: string, today: Day): string[] {
  const sentences = text.split(/(?<=[.!?])\s+(?=\p{Lu})|\n+/u);
  const found = sentences.flatMap((sentence) =>
    REPORTS.test(sentence) ? [] : [...datesIn(sentence, today)].filter(({ day }) => day < today),
  );
  return [...new Set(found.map(({ words }) => words))];
}

function* datesIn(sentence: string, today: Day): Generator<{ words: string; day: Day }> {
  const announces = ANNOUNCES.test(sentence);
  for (const [words, weekday, month = '', first = '', last, year] of sentence.matchAll(WORDED)) {
    const at = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
    const shown = words.trim();
    if (year !== undefined) {
      const day = dayOf(year, at, last ?? first);
      if (day !== null && (announces || weekday !== undefined)) yield { words: shown, day };
    } else if (weekday !== undefined) {
      const day = dayOf(today.slice(0, 4), at, first);
      const isThisYear = day !== null && weekdayOf(day) === weekday.slice(0, 3).toLowerCase();
      if (isThisYear) yield { words: shown, day: dayOf(today.slice(0, 4), at, last ?? first) ?? day };
    }
  }
  if (!announces) return;
  for (const [words, year = '', month, date = ''] of sentence.matchAll(ISO)) {
    const day = dayOf(year, Number(month), date);
    if (day !== null) yield { words, day };
  }
  for (const [words, month, date = '', year = ''] of sentence.matchAll(NUMBERS)) {
    const day = dayOf(year, Number(month), date);
    if (day !== null) yield { words, day };
  }
}

/** Returns an ISO day, or null if the calendar has no such day (February 30). */
function dayOf(year: string, month: number, date: string): Day | null {
  const day = `${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`;
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
}

function weekdayOf(day: Day): string | undefined {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()];
}
