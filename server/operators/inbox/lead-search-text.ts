/** What is typed into the search box of the inbox, as it is searched for. */
export interface LeadSearchText {
  /** Each of them must occur in a lead. Empty if `digits` is set. */
  words: readonly string[];
  /** The digits of a phone number that was typed in several parts; otherwise null. */
  digits: string | null;
}

/** Maximum number of words that are searched for. */
const MAX_WORDS = 8;

/** Reads the text of a search. */
export function parseLeadSearchText(typed: string): LeadSearchText {
  // A number in one word, such as 50309, is also searched in the texts.
  const digits = /^[\d()+./-]+\s[\d\s()+./-]+$/.test(typed) ? phoneDigits(typed) : null;
  return { words: digits ? [] : typed.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS), digits };
}

/**
 * Returns the digits of a full or partial phone number, without the country code 1; null if there are fewer than three.
 */
export function phoneDigits(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  if (digits.length < 3) return null;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}
