import leven from 'leven';
import type { SiteSettings } from '../../../contracts/site-settings.ts';

/** The names, number and address that the site settings have. */
export interface OwnFacts {
  agent: Pick<SiteSettings['agent'], 'name' | 'email' | 'phone' | 'phoneDial'>;
  brokerage: Pick<SiteSettings['brokerage'], 'name'>;
}

/** A phone number of the US, with 10 digits in three groups. The lookarounds leave out parts of longer numbers. */
const PHONE = /(?<![\d.$€£-])(?:\+?1[ .-]?)?\(?([2-9]\d{2})\)?[ .-]{1,2}([2-9]\d{2})[ .-](\d{4})(?![\d-])/g;
/** Numbers that are free to call belong to authorities and companies. */
const TOLL_FREE = /^8(?:00|33|44|55|66|77|88)/;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** A word that starts with a capital letter. */
const NAME = /\p{Lu}[\p{L}'’.-]*/u;
/** The most letters by which a misspelt name or address differs. Two swapped letters are two. */
const MAX_WRONG_LETTERS = 2;
/** Shorter names are too similar to others. */
const MIN_NAME_LETTERS = 8;

/** Returns what a text and its links say otherwise than the settings, as sentences. */
export function otherFacts(text: string, links: readonly string[], facts: OwnFacts): string[] {
  const { agent, brokerage } = facts;
  return [
    ...new Set([
      ...phonesIn(text, links, agent),
      ...mailsIn(text, links, agent.email),
      ...[agent.name, brokerage.name].flatMap((name) => misspelt(text, name)),
    ]),
  ];
}

function phonesIn(text: string, links: readonly string[], agent: OwnFacts['agent']): string[] {
  const own = new Set([agent.phone, agent.phoneDial].map(digitsOf));
  const shown = [...text.matchAll(PHONE)].map(([words]) => words.trim());
  const dialled = links.flatMap((href) => (/^tel:/i.test(href) ? [decodeURI(href.slice(4))] : []));
  const isOther = (number: string) => {
    const digits = digitsOf(number);
    return digits.length >= 10 && !own.has(digits) && !TOLL_FREE.test(digits);
  };
  return [...new Map([...dialled, ...shown].map((number) => [digitsOf(number), number])).values()]
    .filter(isOther)
    .map((number) => `${number} is not the phone number of the settings, ${agent.phone}. Check whose it is.`);
}

/** The digits of a number, without the country code of the US. */
function digitsOf(number: string): string {
  return number.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}

/** Colleagues have other addresses, so only what resembles the own one is named: a typing error, or another domain. */
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

/** Returns a sentence for each spelling that differs from the name in one or two letters. */
function misspelt(text: string, name: string): string[] {
  if (name.length < MIN_NAME_LETTERS) return [];
  const count = name.split(' ').length;
  const words = text.split(/\s+/);
  return words.flatMap((_word, at) => {
    const spelt = words
      .slice(at, at + count)
      .map((word) => NAME.exec(word)?.[0].replace(/['’]s?$|\.$/, '') ?? '')
      .join(' ');
    // Comparing letter by letter takes time, so that is left for what has about the same length.
    if (Math.abs(spelt.length - name.length) > 1 || spelt.toLowerCase() === name.toLowerCase()) return [];
    return leven(spelt, name) <= MAX_WRONG_LETTERS ? [`“${spelt}” is “${name}” in the settings.`] : [];
  });
}
