import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { ContentContext, type Content } from './content-context.ts';
import { siteDataQuery } from './site-data-query.ts';

/** What both providers take. */
export interface ProviderProps {
  /** Asks for site data at the start instead of when `useSiteData` does: for a browser without our server. */
  eager?: boolean;
  children: ReactNode;
}

/**
 * The common part of the providers. It watches no query itself: a change up here would reach parts of the page
 * that are not hydrated yet, and what a visitor typed there would be lost.
 */
export function ContentProvider({ content, eager, children }: ProviderProps & { content: Content }) {
  const client = useQueryClient();
  useEffect(() => {
    if (eager) void client.prefetchQuery(siteDataQuery(content));
  }, [client, content, eager]);
  return <ContentContext value={content}>{children}</ContentContext>;
}
