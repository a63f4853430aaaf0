import { useQuery } from '@tanstack/react-query';
import { pageKey } from './content-keys.ts';
import { logFailure } from './log-failure.ts';
import type { Page } from './types.ts';
import { useWordPress } from './use-wordpress.ts';

/** The page of a slug: null while loading, where there is none, and after a failure (logged). */
export function usePage(slug: string): { page: Page | null; isLoading: boolean; error: Error | null } {
  const { source, messages } = useWordPress();
  const { data, isPending, error } = useQuery({
    queryKey: pageKey(slug),
    queryFn: () => logFailure(messages.logged.page, slug, source.page(slug)),
  });
  return { page: data ?? null, isLoading: isPending, error };
}
