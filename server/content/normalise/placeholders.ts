import type { SiteSettings } from '../../../src/contracts/site-settings.ts';

/** The placeholders that editors may use in text, links and rich text, with their values. */
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
 * Replaces `{agent}`, `{first_name}`, `{brokerage}`, `{phone}`, `{phone_dial}`, `{email}` and `{city}` with values from
 * the settings, in strings and in string properties of objects. Other braces are left unchanged. `encode` escapes a
 * value for its context.
 */
export function fillPlaceholders(
  raw: unknown,
  settings: SiteSettings | undefined,
  encode: (value: string) => string = (value) => value,
): unknown {
  if (!settings) return raw;
  if (typeof raw === 'string') {
    // In a URL, the braces may be percent-encoded.
    return raw.replace(/(?:\{|%7B)([a-z_]+)(?:\}|%7D)/g, (whole, word: string) => {
      const read = Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
      return read ? encode(read(settings)) : whole;
    });
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => [
      name,
      typeof value === 'string' ? fillPlaceholders(value, settings, encode) : value,
    ]),
  );
}
