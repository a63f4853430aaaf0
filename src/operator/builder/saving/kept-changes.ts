import type { Data } from '@puckeditor/core';
import { del, getMany, set } from 'idb-keyval';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';

/** Unsaved changes of a page that this browser stores. */
export interface KeptChanges {
  /** The version of the page on which the changes are based. */
  base: EditablePage;
  data: Data;
}

/** Unsaved changes that are not loaded when the page builder opens, but that the editor can restore. */
export interface SetAsideChanges extends KeptChanges {
  /** `discarded`: the editor discarded the changes. `stopped`: the page builder failed. */
  why: 'discarded' | 'stopped';
}

/** Returns the IndexedDB key of the unsaved changes of a page, or of one variant of it. */
export const keptChangesKey = ({ at, variant }: Pick<EditablePage, 'at' | 'variant'>) =>
  `pageBuilder:${at}${variant === null ? '' : `?${variant}`}`;

const asideKeyOf = (page: Pick<EditablePage, 'at' | 'variant'>) => `${keptChangesKey(page)}#set-aside`;

/** The stored changes as JSON by key: a synchronous copy of IndexedDB, which can only be read asynchronously. */
const keptHere = new Map<string, string>();

/** The keys whose latest change is not in IndexedDB, because it is still being written or the write failed. */
const unwritten = new Set<string>();

/**
 * Loads the stored changes of a page from IndexedDB. Await it before the page editor is rendered, because the editor
 * only reads the copy in memory.
 */
export async function loadKeptChanges(page: Pick<EditablePage, 'at' | 'variant'>): Promise<void> {
  const names = [keptChangesKey(page), asideKeyOf(page)];
  try {
    const found = await getMany<unknown>(names);
    for (const [index, name] of names.entries()) {
      if (unwritten.has(name)) continue;
      const text = found[index];
      if (typeof text === 'string') keptHere.set(name, text);
      else keptHere.delete(name);
    }
  } catch {
    // If IndexedDB is blocked, only the changes in memory are available.
  }
}

/**
 * Stores unsaved changes in this browser, so that they survive a lost connection, an expired session or a closed tab.
 */
export function keepChanges(base: EditablePage, data: Data): void {
  const kept: KeptChanges = { base, data };
  store(keptChangesKey(base), kept);
}

/**
 * Returns the stored changes of a page and the version on which they are based, which may be outdated. Returns null
 * if there are none.
 */
export function getKeptChanges(page: Pick<EditablePage, 'at' | 'variant'>): KeptChanges | null {
  const kept = stored(keptChangesKey(page));
  return isKept(kept) ? kept : null;
}

/**
 * Stores changes separately: the page builder does not open with them, but offers to restore them. Replaces changes
 * that were set aside earlier.
 */
export function setChangesAside(base: EditablePage, data: Data, why: SetAsideChanges['why']): void {
  const aside: SetAsideChanges = { base, data, why };
  store(asideKeyOf(base), aside);
  deleteKeptChanges(base);
}

/** Returns the changes of a page that were set aside, or null if there are none. */
export function getSetAsideChanges(page: EditablePage): SetAsideChanges | null {
  const aside = stored(asideKeyOf(page));
  if (!isKept(aside)) return null;
  return { ...aside, why: 'why' in aside && aside.why === 'stopped' ? 'stopped' : 'discarded' };
}

/**
 * Restores changes that were set aside: the page builder opens with them next time. `current` are the unsaved changes
 * in the editor, which are set aside instead; null if there are none.
 */
export function restoreSetAsideChanges(aside: SetAsideChanges, current: KeptChanges | null): void {
  if (current) setChangesAside(current.base, current.data, 'discarded');
  else deleteSetAsideChanges(aside.base);
  keepChanges(aside.base, aside.data);
}

/** Deletes the changes of a page that were set aside. */
export function deleteSetAsideChanges(page: Pick<EditablePage, 'at' | 'variant'>): void {
  remove(asideKeyOf(page));
}

/** Whether two page objects are the same stored version: same modification time and digest. */
export function isSameVersion(one: EditablePage, other: EditablePage): boolean {
  return one.modified === other.modified && one.digest === other.digest;
}

/**
 * Stores the changes of a page that has moved under its new address, unless there are newer ones. `from` is the address
 * that was opened. Both must be loaded.
 */
export function moveKeptChanges(from: Pick<EditablePage, 'at' | 'variant'>, page: EditablePage): void {
  const kept = getKeptChanges(from);
  // Changes of another page, which was at this address before, stay where they are.
  if (!kept || kept.base.editLink !== page.editLink) return;
  if (!getKeptChanges(page)) store(keptChangesKey(page), kept);
  deleteKeptChanges(from);
}

/** Deletes the stored changes of a page, except those that were set aside. */
export function deleteKeptChanges(page: Pick<EditablePage, 'at' | 'variant'>): void {
  remove(keptChangesKey(page));
}

/*
 * Uses IndexedDB instead of `localStorage`, which Chromium writes to disk up to a minute later: that minute would be
 * lost if the browser is killed. If the changes cannot be stored, the browser's prompt before leaving the page still
 * protects them.
 */
function store(name: string, kept: KeptChanges): void {
  const text = JSON.stringify(kept);
  keptHere.set(name, text);
  void write(name, () => set(name, text));
}

function stored(name: string): unknown {
  return JSON.parse(keptHere.get(name) ?? 'null');
}

function remove(name: string): void {
  keptHere.delete(name);
  void write(name, () => del(name));
}

async function write(name: string, change: () => Promise<void>): Promise<void> {
  const text = keptHere.get(name);
  unwritten.add(name);
  try {
    await change();
    if (keptHere.get(name) === text) unwritten.delete(name);
  } catch {
    // Storage is full or blocked.
  }
}

function isKept(value: unknown): value is KeptChanges {
  if (typeof value !== 'object' || value === null || !('base' in value) || !('data' in value)) return false;
  const { base, data } = value;
  if (typeof base !== 'object' || base === null || !('layout' in base) || !('digest' in base)) return false;
  return typeof data === 'object' && data !== null && 'content' in data && Array.isArray(data.content);
}
