import { useQuery } from '@tanstack/react-query';
import { siteDataQuery } from './site-data-query.ts';
import type { SiteData } from './types.ts';
import { useWordPress } from './use-wordpress.ts';

/** The provider's state: its site data once loaded, and its message after a failure (which is also logged). */
export type SiteDataState =
  | { status: 'loading'; siteData: null; error: null }
  | { status: 'loaded'; siteData: SiteData; error: null }
  | { status: 'error'; siteData: null; error: string };

/** Site data, asked for when a component first wants it. */
export function useSiteData(): SiteDataState {
  const content = useWordPress();
  const { data, isError } = useQuery(siteDataQuery(content));
  if (data) return { status: 'loaded', siteData: data, error: null };
  if (isError) return { status: 'error', siteData: null, error: content.messages.shown.siteData };
  return { status: 'loading', siteData: null, error: null };
}
