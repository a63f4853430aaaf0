import type { ZodError } from 'zod';
import { siteSettingsSchema, type SiteSettings } from '../../../src/contracts/site-settings.ts';
import type { LinkResolver } from '../paths/site-links.ts';
import { quoteValue } from '../../../src/builder/normalise-result.ts';
import { isJsonObject, isUnset, type JsonObject } from '../../../src/builder/raw-value.ts';

// Widths of the pictures in pixels, large enough for screens with a high pixel density.
const LOGO_WIDTH = 640;
const PORTRAIT_WIDTH = 320;
const SHARE_WIDTH = 1280;

/** The settings that WordPress sends. `site.timeZone` is optional, because WordPress has a time zone of its own. */
const givenSettings = {
  ...siteSettingsSchema.shape,
  site: siteSettingsSchema.shape.site.partial({ timeZone: true }),
};

/**
 * Merges the WordPress settings over the built-in ones, key by key. A key with an unusable value keeps its built-in
 * value and is reported in `faults`; social links become an empty list instead. `sample` is true until WordPress
 * provides both `agent` and `brokerage`. After that, the built-in social links are not used. `timeZone` is
 * WordPress's own time zone, which takes precedence; '' if it has none.
 */
export function normaliseSettings(
  builtIn: SiteSettings,
  raw: unknown,
  timeZone = '',
): { settings: SiteSettings; faults: string[] } {
  const faults: string[] = [];
  const own = timeZone !== '' && isTimeZone(timeZone) ? { timeZone } : null;
  if (!isJsonObject(raw)) {
    return { settings: own ? { ...builtIn, site: { ...builtIn.site, ...own } } : builtIn, faults };
  }
  const merged: Record<string, unknown> = { ...builtIn };
  const given = new Set<string>();
  for (const [key, part] of Object.entries(givenSettings)) {
    if (key === 'sample') continue;
    if (isUnset(raw[key])) {
      if (key === 'social' && key in raw) merged.social = [];
      continue;
    }
    const parsed = part.safeParse(raw[key]);
    if (parsed.success) {
      merged[key] = parsed.data;
      given.add(key);
    } else {
      const shown = key === 'social' ? 'none is shown' : 'the built-in value is shown';
      if (key === 'social') merged.social = [];
      faults.push(`${faultOf(key, parsed.error)} Correct it in WordPress; ${shown}.`);
    }
  }
  merged.sample = !(given.has('agent') && given.has('brokerage'));
  if (!merged.sample && !given.has('social')) merged.social = [];
  if (!merged.sample && isUnset(raw.address)) {
    faults.push('Site settings › address is not set, so pages show the sample’s. Fill it in.');
  }
  merged.site = { timeZone: builtIn.site.timeZone, ...Object(merged.site), ...own };
  const settings = siteSettingsSchema.parse(merged);
  if (isTimeZone(settings.site.timeZone)) return { settings, faults };
  faults.push(
    `Site settings › site.timeZone: "${settings.site.timeZone}" is no time zone. Write one like America/Chicago.`,
  );
  return { settings: { ...settings, site: { ...settings.site, timeZone: builtIn.site.timeZone } }, faults };
}

/**
 * Returns the settings with the URLs of WordPress's pictures on our own origin. A picture that may not be shown
 * becomes empty, or the built-in share image, and is reported in `faults`.
 */
export function settingsWithSameOriginPictures(
  settings: SiteSettings,
  links: LinkResolver,
  builtIn: SiteSettings,
): { settings: SiteSettings; faults: string[] } {
  const faults: string[] = [];
  const own = (key: string, address: string | undefined, width: number): string => {
    if (address === undefined || address === '') return '';
    const url = links.file(address);
    if (url?.startsWith('/')) return url;
    const src = url === null ? undefined : links.pictures.address({ url, width, height: width })?.src;
    if (src === undefined) {
      faults.push(
        `Site settings › ${key}: ${quoteValue(address)} is an SVG, or at an address that is neither WordPress’s nor in ` +
          'IMAGE_ORIGINS. Use a JPEG, PNG or WebP of the media library, or a path of the site.',
      );
    }
    return src ?? '';
  };
  const { agent, brokerage, seo } = settings;
  const logo = own('brokerage.logo', brokerage.logo, LOGO_WIDTH);
  const portrait = own('agent.portrait', agent.portrait, PORTRAIT_WIDTH);
  const shareImage = own('seo.shareImage', seo.shareImage, SHARE_WIDTH) || builtIn.seo.shareImage;
  return {
    settings: {
      ...settings,
      agent: { ...agent, portrait },
      brokerage: { ...brokerage, logo },
      seo: { ...seo, shareImage },
    },
    faults,
  };
}

/**
 * Returns the settings that were just read. A missing or unusable key keeps its previous value if that was usable: a
 * typo or an emptied WordPress must not bring back the sample identity. `kept` has a message with the fix for each such
 * key. Removed social links stay removed, unless all settings are missing.
 */
export function keepUsableSettings(
  before: JsonObject,
  read: JsonObject,
): { settings: JsonObject; kept: string[] } {
  const settings: Record<string, unknown> = { ...read };
  const kept: string[] = [];
  const isEmptied = Object.keys(read).length === 0;
  for (const [key, part] of Object.entries(givenSettings)) {
    if (key === 'sample' || !part.safeParse(before[key]).success) continue;
    const parsed = part.safeParse(read[key]);
    if (parsed.success || (key === 'social' && isUnset(read[key]) && !isEmptied)) continue;
    settings[key] = before[key];
    const fault = isUnset(read[key])
      ? `Site settings › ${key}: is not set any more.`
      : faultOf(key, parsed.error);
    kept.push(`${fault} Correct it in WordPress; the last good value is shown.`);
  }
  return { settings, kept };
}

function faultOf(key: string, { issues: [issue] }: ZodError): string {
  return `Site settings › ${[key, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is invalid'}.`;
}

/** Whether the runtime knows this IANA time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
