import type { Data } from '@puckeditor/core';
import type { EditablePage } from '../../contracts/page-builder.ts';

interface Kept {
  /** The version that was edited. */
  base: string | null;
  data: Data;
  /** When it was typed, in epoch milliseconds; absent from what an older version of this page kept. */
  when?: number;
}

const nameOf = ({ at, variant }: Pick<EditablePage, 'at' | 'variant'>) =>
  `pageBuilder:${at}${variant === null ? '' : `?${variant}`}`;

/** Keeps unsaved changes in this browser, for a crash, a lost connection or an ended session. */
export function keepChanges(page: EditablePage, data: Data): void {
  const kept: Kept = { base: page.modified, data, when: Date.now() };
  try {
    localStorage.setItem(nameOf(page), JSON.stringify(kept));
  } catch {
    // Without storage, the question before leaving the page still protects the changes.
  }
}

/** Returns the kept changes of a page; null if there are none, or if the page was saved since. */
export function keptChanges(page: EditablePage): Data | null {
  const kept = readKept(page);
  return kept && kept.base === page.modified ? kept.data : null;
}

/** Returns changes that were typed before somebody saved the page; null if there are none. */
export function olderChanges(page: EditablePage): { data: Data; when: number | null } | null {
  const kept = readKept(page);
  return kept && kept.base !== page.modified ? { data: kept.data, when: kept.when ?? null } : null;
}

function readKept(page: EditablePage): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(page)) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Forgets the kept changes of a page. */
export function forgetChanges(page: Pick<EditablePage, 'at' | 'variant'>): void {
  try {
    localStorage.removeItem(nameOf(page));
  } catch {
    // There was nothing to forget.
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('base' in value) || !('data' in value)) return false;
  const { data } = value;
  return typeof data === 'object' && data !== null && 'content' in data && Array.isArray(data.content);
}
