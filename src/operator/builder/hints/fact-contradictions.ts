import leven from 'leven';
import type { SiteSettings } from '../../../contracts/site-settings.ts';

/** The names, phone number and e-mail address in the site settings. */
export interface SiteFacts {
  agent: Pick<SiteSettings['agent'], 'name' | 'email' | 'phone' | 'phoneDial'>;
  brokerage: Pick<SiteSettings['brokerage'], 'name'>;
}

/** A US phone number: 10 digits in three groups. The lookarounds exclude parts of longer numbers and prices. */
const PHONE = /(?<![\d.$€£-])(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]{1,2}([2-9]\d{2})[ .-](\d{4})(?![\d-])/g;
/** Toll-free numbers are ignored, because they belong to authorities and companies. */
const TOLL_FREE = /^8(?:00|33|44|55|66|77|88)/;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** A word with an initial capital letter. */
const NAME = /\p{Lu}[\p{L}'’.-]*/u;
/**
 * The maximum edit distance at which a name or address counts as misspelled. Two swapped letters have a distance of
 * 2.
 */
const MAX_WRONG_LETTERS = 2;
/** The minimum length of a name for the spelling check. Shorter names are too similar to other words. */
const MIN_NAME_LETTERS = 8;

/**
 * Returns a sentence for each phone number, e-mail address or name in a text and its links that contradicts the
 * settings.
 */
export function factContradictions(text: string, links: readonly string[], facts: SiteFacts): string[] {
  const { agent, brokerage } = facts;
  return [
    ...new Set([
      ...phonesIn(text, links, agent),
      ...mailsIn(text, links, agent.email),
      ...[agent.name, brokerage.name].flatMap((name) => misspelt(text, name)),
    ]),
  ];
}

function phonesIn(text: string, links: readonly string[], agent: SiteFacts['agent']): string[] {
  const own = new Set([agent.phone, agent.phoneDial].map(digitsOf));
  const shown = [...text.matchAll(PHONE)].map(([words]) => words.trim());
  const dialled = links.flatMap((href) => (/^tel:/i.test(href) ? [decodedNumber(href.slice(4))] : []));
  const isOther = (number: string) => {
    const digits = digitsOf(number);
    return digits.length >= 10 && !own.has(digits) && !TOLL_FREE.test(digits);
  };
  return [...new Map([...dialled, ...shown].map((number) => [digitsOf(number), number])).values()]
    .filter(isOther)
    .map((number) => `${number} is not the phone number of the settings, ${agent.phone}. Check whose it is.`);
}

/** Decodes the number of a `tel:` link. Returns it unchanged if it cannot be decoded, as while it is typed. */
function decodedNumber(encoded: string): string {
  try {
    return decodeURI(encoded);
  } catch {
    return encoded;
  }
}

/** Returns the digits of a phone number, without the US country code. */
function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}

/**
 * Reports only e-mail addresses that resemble the agent's own: a typing error, or the same name at another domain.
 * Other addresses may belong to colleagues.
 */
function mailsIn(text: string, links: readonly string[], email: string): string[] {
  const linked = links.filter((href) => /^mailto:/i.test(href)).join(' ');
  const own = email.toLowerCase();
  return [...new Set(`${text} ${linked}`.toLowerCase().match(MAIL))]
    .filter((mail) => {
      if (mail === own) return false;
      return leven(mail, own) <= MAX_WRONG_LETTERS || mail.split('@')[0] === own.split('@')[0];
    })
    .map((mail) => `${mail} is not the e-mail address of the settings, ${email}. Correct one of them.`);
}

/** Returns a sentence for each spelling in the text that differs from the name by one or two letters. */
function misspelt(text: string, name: string): string[] {
  if (name.length < MIN_NAME_LETTERS) return [];
  const count = name.split(' ').length;
  const words = text.split(/\s+/);
  return words.flatMap((_word, at) => {
    const spelt = words
      .slice(at, at + count)
      .map((word) => NAME.exec(word)?.[0].replace(/['’]s?$|\.$/, '') ?? '')
      .join(' ');
    // Computing the edit distance is slow, so do it only for texts of about the same length.
    if (Math.abs(spelt.length - name.length) > 1 || spelt.toLowerCase() === name.toLowerCase()) return [];
    return leven(spelt, name) <= MAX_WRONG_LETTERS ? [`“${spelt}” is “${name}” in the settings.`] : [];
  });
}
