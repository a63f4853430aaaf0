import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { menuQueryKey, pageEntityQueryKey, postsQueryKey, siteDataQueryKey } from './content-paths.ts';
import { menuTree } from '../contracts/menu-tree.ts';
import type { MenuItem, MenuLocation, Page, Post, PostQuery, SiteData } from '../contracts/content.ts';
import { useWordPress } from './wordpress-provider.tsx';

/**
 * Returns the page with a slug: null while loading, if there is no such page, and after a failure (which is logged).
 */
export function usePage(slug: string): { page: Page | null; isLoading: boolean; error: Error | null } {
  const { source, messages } = useWordPress();
  const { data, isPending, error } = useQuery({
    queryKey: pageEntityQueryKey(slug),
    queryFn: () => logFailure(messages.logged.page, slug, source.page(slug)),
  });
  return { page: data ?? null, isLoading: isPending, error };
}

const NO_POSTS: readonly Post[] = [];

/**
 * Returns posts: an empty list while loading and after a failure (which is logged). `error` is the provider's message
 * for visitors.
 */
export function usePosts(query: PostQuery = {}): {
  posts: readonly Post[];
  isLoading: boolean;
  error: string | null;
} {
  const { source, messages } = useWordPress();
  const queryKey = postsQueryKey(query);
  const { data, isPending, isError } = useQuery({
    queryKey,
    queryFn: () => logFailure(messages.logged.posts, queryKey[0], source.posts(query)),
  });
  return { posts: data ?? NO_POSTS, isLoading: isPending, error: isError ? messages.shown.posts : null };
}

/**
 * Returns the nested items of a menu: null while loading, if the location has no menu, and after a failure (which is
 * logged).
 */
export function useMenu(location: MenuLocation): { items: MenuItem[] | null; isLoading: boolean } {
  const { source, messages } = useWordPress();
  const { data, isPending } = useQuery({
    queryKey: menuQueryKey(location),
    queryFn: () => logFailure(messages.logged.menu, location, source.menu(location)),
  });
  const items = useMemo(() => (data ? menuTree(data.items) : null), [data]);
  return { items, isLoading: isPending };
}

/** The site data once loaded, or the provider's message after a failure. Failures are also logged. */
type SiteDataState =
  | { status: 'loading'; siteData: null; error: null }
  | { status: 'loaded'; siteData: SiteData; error: null }
  | { status: 'error'; siteData: null; error: string };

/** Returns the site data. It is requested when a component first uses it. */
export function useSiteData(): SiteDataState {
  const { source, messages } = useWordPress();
  const { data, isError } = useQuery({
    queryKey: siteDataQueryKey,
    queryFn: () => logFailure(messages.logged.siteData, 'site data', source.siteData()),
  });
  if (data) return { status: 'loaded', siteData: data, error: null };
  if (isError) return { status: 'error', siteData: null, error: messages.shown.siteData };
  return { status: 'loading', siteData: null, error: null };
}

/** Awaits a request. Logs a failure to the console once, with the name of what was requested, and rethrows it. */
async function logFailure<T>(message: string, what: string, loading: Promise<T>): Promise<T> {
  try {
    return await loading;
  } catch (error) {
    console.error(message, what, error);
    throw error;
  }
}
