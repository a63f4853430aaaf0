import { createContext, use } from 'react';
import type { SiteSettings } from '../contracts/site-settings.ts';

export const SettingsContext = createContext<SiteSettings | null>(null);

/** Returns the site's settings, such as the agent's name and contact details. Throws outside the application. */
export function useSettings(): SiteSettings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('useSettings needs SettingsContext around it.');
  return settings;
}
