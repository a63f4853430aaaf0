import { createContext, use } from 'react';
import type { SiteSettings } from '../contracts/site-settings.ts';

/** Provides the site's settings; null outside the application. */
export const SiteSettingsContext = createContext<SiteSettings | null>(null);

/** Returns the site's settings, such as the agent's contact details. Throws an `Error` outside the application. */
export function useSiteSettings(): SiteSettings {
  const settings = use(SiteSettingsContext);
  if (!settings) throw new Error('SiteSettingsContext is missing.');
  return settings;
}
