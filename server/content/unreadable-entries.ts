import type { EntryKey, MirrorContents } from './mirror/mirror-contents.ts';
import type { PageAnswer } from './resolve-page.ts';

/** Whether a site may be shown from these contents. Without its own settings, it would show the sample identity. */
export function isShowable({ complete, unreadable }: MirrorContents): boolean {
  return complete && !unreadable.some(({ kind }) => kind === 'settings' || kind === 'site');
}

/** Whether one of the unreadable entries may be the page that is not found or that a built-in page replaces. */
export function mayBeUnreadable(answer: PageAnswer, unreadable: readonly EntryKey[]): boolean {
  if (answer.status === 404) return unreadable.length > 0;
  const isBuiltIn = answer.status === 200 && answer.isBuiltIn;
  return isBuiltIn && unreadable.some(({ kind }) => kind === 'page' || kind === 'moved');
}

/** Returns the notices about unreadable entries for operators. */
export function unreadableNotices(unreadable: readonly EntryKey[]): string[] {
  if (unreadable.length === 0) return [];
  const some = unreadable.slice(0, 3).map(({ kind, id }) => `${kind} ${id}`);
  return [
    `The stored copy of WordPress has unreadable entries (${unreadable.length}, such as ${some.join(', ')}). Pages that ` +
      'may be among them answer 503 until WordPress has been read again.',
  ];
}
