import { useEffect, useSyncExternalStore, type ComponentType } from 'react';
import type { CommentsPage } from '../../contracts/comments.ts';

interface Props {
  comments: CommentsPage;
  /** The path of the post. */
  path: string;
}

let list: ComponentType<Props> | null = null;
const listeners = new Set<() => void>();

/** Loads the code that shows comments. The server loads it before rendering. Rejects if the code does not load. */
export async function loadCommentListComponent(): Promise<void> {
  if (list) return;
  list = (await import('./comment-list.tsx')).CommentList;
  for (const listener of listeners) listener();
}

/** The comments below a post. Their code is loaded separately, so that posts without comments do not load it. */
export function PostComments(props: Props) {
  const List = useSyncExternalStore(subscribe, current, current);
  useEffect(() => {
    // If the code fails to load, the comments are missing until the page is opened again.
    if (!List) loadCommentListComponent().catch(() => {});
  }, [List]);
  return List && <List {...props} />;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function current(): ComponentType<Props> | null {
  return list;
}
