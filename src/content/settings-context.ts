import { createContext, use } from 'react';
import type { SiteSettings } from './site-settings.ts';

export const SettingsContext = createContext<SiteSettings | null>(null);

/** The site's settings: who the agent is, how to reach them. Throws outside the application. */
export function useSettings(): SiteSettings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('useSettings needs the application around it. Wrap with SettingsContext.');
  return settings;
}
