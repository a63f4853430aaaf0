import { siteSettingsSchema } from '../../src/content/site-settings.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import { isObject, isUnset } from './raw-value.ts';

/**
 * The site's settings: WordPress's values over the built-in ones, key by key. A key that cannot be used keeps its
 * built-in value and is named in `faults`. `sample` ends only when WordPress gives both agent and brokerage.
 */
export function finishSettings(
  builtIn: SiteSettings,
  raw: unknown,
): { settings: SiteSettings; faults: string[] } {
  const faults: string[] = [];
  if (!isObject(raw)) return { settings: builtIn, faults };
  const merged: Record<string, unknown> = { ...builtIn };
  const given = new Set<string>();
  for (const [key, part] of Object.entries(siteSettingsSchema.shape)) {
    if (key === 'sample' || isUnset(raw[key])) continue;
    const parsed = part.safeParse(raw[key]);
    if (parsed.success) {
      merged[key] = parsed.data;
      given.add(key);
    } else {
      const [issue] = parsed.error.issues;
      const place = [key, ...(issue?.path ?? [])].join('.');
      faults.push(
        `Site settings → ${place}: ${issue?.message ?? 'is invalid'}. Correct it in WordPress; the built-in value is shown.`,
      );
    }
  }
  merged.sample = !(given.has('agent') && given.has('brokerage'));
  const settings = siteSettingsSchema.parse(merged);
  if (isTimeZone(settings.site.timeZone)) return { settings, faults };
  faults.push(
    `Site settings → site.timeZone: "${settings.site.timeZone}" is no time zone. Write one like America/Chicago.`,
  );
  return { settings: { ...settings, site: { ...settings.site, timeZone: builtIn.site.timeZone } }, faults };
}

/** Whether the runtime knows this IANA time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
