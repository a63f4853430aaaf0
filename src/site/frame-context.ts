import { createContext, use } from 'react';
import type { AppData } from '../contracts/app-data.ts';

/** The data from the server, without the page itself, the posted forms and the views that load later. */
export type SiteContext = Omit<AppData, 'document' | 'forms' | 'nearViews'>;

export const FrameContext = createContext<SiteContext | null>(null);

/** Returns the frame's content and the site's settings. Throws outside the application. */
export function useSite(): SiteContext {
  const site = use(FrameContext);
  if (!site) throw new Error('useSite needs the application around it. Wrap with FrameContext.');
  return site;
}
