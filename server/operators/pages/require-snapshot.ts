import type { Content } from '../../content/content.ts';
import type { Snapshot } from '../../content/snapshot/snapshot.ts';
import { ApiError } from '../api/api-error.ts';

/** Returns the current content. Throws an `ApiError` (503) until WordPress has been read for the first time. */
export function requireSnapshot(content: Pick<Content, 'snapshot'>): Snapshot {
  const snapshot = content.snapshot();
  if (snapshot) return snapshot;
  throw new ApiError(
    503,
    'WordPress was never read completely, so its pages are not known. Check its connection at Settings.',
  );
}
