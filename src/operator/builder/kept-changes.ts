import type { Data } from '@puckeditor/core';
import type { EditablePage } from '../../contracts/page-builder.ts';

interface Kept {
  /** The version that was edited. */
  base: string | null;
  data: Data;
  /** When it was typed, in epoch milliseconds; absent from what an older version of this page kept. */
  when?: number;
}

const nameOf = (at: string) => `pageBuilder:${at}`;

/** Keeps unsaved changes in this browser, for a crash, a lost connection or an ended session. */
export function keepChanges({ at, modified }: EditablePage, data: Data): void {
  const kept: Kept = { base: modified, data, when: Date.now() };
  try {
    localStorage.setItem(nameOf(at), JSON.stringify(kept));
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

function readKept({ at }: EditablePage): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(at)) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Forgets the kept changes of a page. */
export function forgetChanges({ at }: Pick<EditablePage, 'at'>): void {
  try {
    localStorage.removeItem(nameOf(at));
  } catch {
    // There was nothing to forget.
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('base' in value) || !('data' in value)) return false;
  const { data } = value;
  return typeof data === 'object' && data !== null && 'content' in data && Array.isArray(data.content);
}
