import type { Data } from '@puckeditor/core';
import type { EditablePage } from '../../contracts/page-builder.ts';

export interface Kept {
  /** The version that was edited. */
  base: EditablePage;
  data: Data;
}

const nameOf = ({ at, variant }: Pick<EditablePage, 'at' | 'variant'>) =>
  `pageBuilder:${at}${variant === null ? '' : `?${variant}`}`;

/** Stores unsaved changes in this browser, in case of a crash, a lost connection or an ended session. */
export function keepChanges(base: EditablePage, data: Data): void {
  const kept: Kept = { base, data };
  try {
    localStorage.setItem(nameOf(base), JSON.stringify(kept));
  } catch {
    // If they cannot be stored, the browser's prompt before leaving the page still protects the changes.
  }
}

/**
 * Returns a page's stored changes and the version that they are based on, which may not be the latest; null if there
 * are none.
 */
export function keptChanges(page: EditablePage): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(page)) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Whether two versions of a page are the same. */
export function isSameVersion(one: EditablePage, other: EditablePage): boolean {
  return one.modified === other.modified && one.digest === other.digest;
}

/** Removes the stored changes of a page. */
export function forgetChanges(page: Pick<EditablePage, 'at' | 'variant'>): void {
  try {
    localStorage.removeItem(nameOf(page));
  } catch {
    // If storage is blocked, there is nothing to remove.
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('base' in value) || !('data' in value)) return false;
  const { base, data } = value;
  if (typeof base !== 'object' || base === null || !('layout' in base) || !('digest' in base)) return false;
  return typeof data === 'object' && data !== null && 'content' in data && Array.isArray(data.content);
}
