import { createContext, use } from 'react';
import type { AppData } from '../contracts/app-data.ts';

/** The server's data for the application, without the page, the posted forms and the files of `near` views. */
export type SiteAppData = Omit<AppData, 'document' | 'forms' | 'nearViews'>;

/** Provides the data that every page needs; null outside the application. */
export const SiteAppDataContext = createContext<SiteAppData | null>(null);

/**
 * Returns the data that every page needs, such as the header and footer content and the site's settings. Throws an
 * `Error` outside the application.
 */
export function useSiteAppData(): SiteAppData {
  const site = use(SiteAppDataContext);
  if (!site) throw new Error('SiteAppDataContext is missing.');
  return site;
}
