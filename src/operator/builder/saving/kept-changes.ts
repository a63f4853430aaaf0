import type { Data } from '@puckeditor/core';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';

export interface Kept {
  /** The version that was edited. */
  base: EditablePage;
  data: Data;
}

/** Changes that an editor no longer sees, and can bring back. */
export interface SetAside extends Kept {
  /** `discarded`: by the editor. `stopped`: an error ended the page builder. */
  why: 'discarded' | 'stopped';
}

const nameOf = ({ at, variant }: Pick<EditablePage, 'at' | 'variant'>) =>
  `pageBuilder:${at}${variant === null ? '' : `?${variant}`}`;

const asideNameOf = (page: Pick<EditablePage, 'at' | 'variant'>) => `${nameOf(page)}#set-aside`;

/** Stores unsaved changes in this browser, in case of a lost connection, an ended session or a closed tab. */
export function keepChanges(base: EditablePage, data: Data): void {
  const kept: Kept = { base, data };
  store(nameOf(base), kept);
}

/**
 * Returns a page's stored changes and the version that they are based on, which may not be the latest; null if there
 * are none.
 */
export function keptChanges(page: Pick<EditablePage, 'at' | 'variant'>): Kept | null {
  const kept = stored(nameOf(page));
  return isKept(kept) ? kept : null;
}

/** Stores changes apart from those that the page builder opens with. They replace the ones set aside before. */
export function setAside(base: EditablePage, data: Data, why: SetAside['why']): void {
  const aside: SetAside = { base, data, why };
  store(asideNameOf(base), aside);
  forgetChanges(base);
}

/** Returns the changes of a page that were set aside; null if there are none. */
export function changesSetAside(page: EditablePage): SetAside | null {
  const aside = stored(asideNameOf(page));
  if (!isKept(aside)) return null;
  return { ...aside, why: 'why' in aside && aside.why === 'stopped' ? 'stopped' : 'discarded' };
}

/** Makes the changes that were set aside the ones that the page builder opens with, and sets `current` aside. */
export function bringBack(aside: SetAside, current: Kept | null): void {
  if (current) setAside(current.base, current.data, 'discarded');
  else forgetSetAside(aside.base);
  keepChanges(aside.base, aside.data);
}

/** Removes the changes of a page that were set aside. */
export function forgetSetAside(page: Pick<EditablePage, 'at' | 'variant'>): void {
  remove(asideNameOf(page));
}

/** Whether two versions of a page are the same. */
export function isSameVersion(one: EditablePage, other: EditablePage): boolean {
  return one.modified === other.modified && one.digest === other.digest;
}

/** Removes the stored changes of a page. */
export function forgetChanges(page: Pick<EditablePage, 'at' | 'variant'>): void {
  remove(nameOf(page));
}

function store(name: string, kept: Kept): void {
  try {
    localStorage.setItem(name, JSON.stringify(kept));
  } catch {
    // If they cannot be stored, the browser's prompt before leaving the page still protects the changes.
  }
}

function stored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function remove(name: string): void {
  try {
    localStorage.removeItem(name);
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
