/**
 * Phrases that describe people instead of property.
 *
 * Sources: 42 U.S.C. § 3604(c) and 24 CFR § 100.75 forbid advertisements that state a preference because of race,
 * color, religion, sex, disability, familial status or national origin. HUD's guidance of January 9, 1995, on
 * advertisements under § 804(c) explains which phrases do so. It considers "family room", "quiet streets", "great
 * view", "walking distance", "walk-in closet", "master bedroom" and "wheelchair ramp" descriptions of the property, so
 * they are not in this list. Claims about safety and schools are in the list, because they can imply who lives there
 * (steering).
 */
const PATTERNS: readonly { phrase: RegExp; instead: string }[] = [
  {
    phrase:
      /\b(?:perfect|ideal|great|suited|suitable|best|designed|made) for (?:\w+ ){0,2}(?:famil(?:y|ies)|couples?|singles?|bachelors?|retirees|seniors|empty[ -]nesters|newlyweds|young professionals|professionals|students)\b/gi,
    instead: 'Name what the property has, such as its rooms and its yard.',
  },
  {
    phrase: /\bfamily[ -](?:friendly|oriented)\b/gi,
    instead: 'Name what is there: a playground, a fenced yard, four bedrooms.',
  },
  {
    phrase:
      /\b(?:no (?:children|kids)|children not allowed|adults? only|adult (?:building|community|living)|singles only|mature (?:persons?|couples?|individuals?|tenants?|adults?)|empty[ -]nesters?|couples only|child[ -]?free)\b/gi,
    instead: 'Leave out who should live there. Familial status is protected.',
  },
  {
    phrase:
      /\b(?:christian|catholic|jewish|muslim|mormon|protestant|hindu) (?:home|house|households?|famil(?:y|ies)|neighbou?rhoods?|communit(?:y|ies)|areas?)\b/gi,
    instead: 'Leave out religion. A place of worship may be named as a landmark.',
  },
  {
    phrase:
      /\b(?:white|black|african[ -]american|asian|hispanic|latino|caucasian|irish|italian|polish|chinese) (?:famil(?:y|ies)|neighbou?rhoods?|communit(?:y|ies)|areas?|households?|tenants?|buyers?|residents?)\b/gi,
    instead: 'Leave out race, color and national origin.',
  },
  {
    phrase:
      /\b(?:english[ -]speak(?:ing|ers?)|americans? only|no immigrants|integrated (?:neighbou?rhood|community|area))\b/gi,
    instead: 'Leave out language, race and national origin.',
  },
  {
    phrase:
      /\b(?:able[ -]bodied|no wheelchairs?|not suitable for (?:the )?(?:disabled|handicapped)|healthy (?:persons?|tenants?|individuals?) only|no (?:disabled|handicapped))\b/gi,
    instead: 'Describe the access itself, such as the number of steps.',
  },
  {
    phrase: /\b(?:(?:male|female|men|women|ladies|gentlemen)s? only|bachelor pad|no (?:men|women))\b/gi,
    instead: 'Leave out the sex of those who live there.',
  },
  {
    phrase:
      /\b(?:safe|crime[ -]free|low[ -]crime|good|nice|desirable|exclusive) (?:areas?|neighbou?rhoods?|communit(?:y|ies)|part of town)\b/gi,
    instead: 'Name what can be checked, such as parks, lighting or a distance.',
  },
  {
    phrase: /\b(?:good|great|best|top|excellent|bad|poor)(?:[ -]rated)? school(?:s| districts?)\b/gi,
    instead: 'Name the school district, and link to its own figures.',
  },
];

/** A phrase found in a text, and a suggestion for better wording. */
interface FairHousingPhrase {
  phrase: string;
  instead: string;
}

/** Returns the phrases of a text that describe people instead of property. Each phrase is returned once. */
export function fairHousingPhrases(text: string): FairHousingPhrase[] {
  const found = new Map<string, FairHousingPhrase>();
  for (const { phrase, instead } of PATTERNS) {
    for (const [words] of text.matchAll(phrase)) {
      const key = words.toLowerCase();
      if (!found.has(key)) found.set(key, { phrase: words, instead });
    }
  }
  return [...found.values()];
}
