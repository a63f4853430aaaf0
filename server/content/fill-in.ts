import type { SiteSettings } from '../../src/content/site-settings.ts';

/** What an editor may write in any text, link or formatted text, and where its value is in the settings. */
const WORDS: Readonly<Record<string, (settings: SiteSettings) => string>> = {
  agent: ({ agent }) => agent.name,
  first_name: ({ agent }) => agent.name.split(' ')[0] ?? agent.name,
  brokerage: ({ brokerage }) => brokerage.name,
  phone: ({ agent }) => agent.phone,
  phone_dial: ({ agent }) => agent.phoneDial,
  email: ({ agent }) => agent.email,
  city: ({ address }) => address.locality,
};

/**
 * Puts the settings' values in place of `{agent}`, `{first_name}`, `{brokerage}`, `{phone}`, `{phone_dial}`, `{email}` and `{city}`,
 * in strings and in the strings of objects. Other braces stay. `encode` fits a value to its surroundings.
 */
export function fillIn(
  raw: unknown,
  settings: SiteSettings | undefined,
  encode: (value: string) => string = (value) => value,
): unknown {
  if (!settings) return raw;
  if (typeof raw === 'string') {
    return raw.replace(/\{([a-z_]+)\}/g, (whole, word: string) => {
      const read = WORDS[word];
      return read ? encode(read(settings)) : whole;
    });
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      typeof value === 'string' ? fillIn(value, settings, encode) : value,
    ]),
  );
}

/** Fits text into HTML, into attributes too. */
export function asHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
