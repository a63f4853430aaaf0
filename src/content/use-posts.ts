import { useQuery } from '@tanstack/react-query';
import { postsKey } from './content-keys.ts';
import { logFailure } from './log-failure.ts';
import type { Post, PostQuery } from './types.ts';
import { useWordPress } from './use-wordpress.ts';

const NONE: readonly Post[] = [];

/** Posts: none while loading and after a failure (logged); `error` is the provider's message for readers. */
export function usePosts(query: PostQuery = {}): {
  posts: readonly Post[];
  isLoading: boolean;
  error: string | null;
} {
  const { source, messages } = useWordPress();
  const queryKey = postsKey(query);
  const { data, isPending, isError } = useQuery({
    queryKey,
    queryFn: () => logFailure(messages.logged.posts, queryKey[0], source.posts(query)),
  });
  return { posts: data ?? NONE, isLoading: isPending, error: isError ? messages.shown.posts : null };
}
