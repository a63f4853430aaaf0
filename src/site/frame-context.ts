import { createContext, use } from 'react';
import type { AppData } from './frame.ts';

/** What the server gave, but for the page itself, what was posted to it and what comes later. */
export type SiteContext = Omit<AppData, 'document' | 'forms' | 'nearViews'>;

export const FrameContext = createContext<SiteContext | null>(null);

/** The frame's content and the site's settings. Throws outside the application. */
export function useSite(): SiteContext {
  const site = use(FrameContext);
  if (!site) throw new Error('useSite needs the application around it. Wrap with FrameContext.');
  return site;
}
