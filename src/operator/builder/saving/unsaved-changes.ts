import type { Data } from '@puckeditor/core';
import { del, getMany, set } from 'idb-keyval';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';

/** Unsaved changes of a page that this browser stores. */
export interface UnsavedChanges {
  /** The version of the page on which the changes are based. */
  base: EditablePage;
  data: Data;
}

/** Unsaved changes that are not loaded when the page builder opens, but that the editor can restore. */
export interface SetAsideChanges extends UnsavedChanges {
  why: SetAsideReason;
}

/**
 * `discarded`: the editor discarded the changes. `stopped`: the page builder failed. `otherTab`: another tab stored the
 * changes after this tab had opened the page, and was closed. `variantGone`: the page no longer has the variant.
 */
const SET_ASIDE_REASONS = ['discarded', 'stopped', 'otherTab', 'variantGone'] as const;
type SetAsideReason = (typeof SET_ASIDE_REASONS)[number];

/** What identifies a page, or one variant of it. */
type PageIdentity = Pick<EditablePage, 'id' | 'at' | 'editLink' | 'variant'>;

const KEY_PREFIX = 'pageBuilder:';
const ASIDE = '#set-aside';

/**
 * Returns the IndexedDB key of the unsaved changes of a page. It contains the edit link or the id instead of the
 * address, which may change. Only a page that is not stored yet has its address in the key.
 */
export const unsavedChangesKey = ({ id, at, editLink, variant }: PageIdentity) =>
  storageKey(editLink ?? (id === null ? at : `~${id}`), variant);

const storageKey = (name: string, variant: string | null) =>
  `${KEY_PREFIX}${name}${variant === null ? '' : `?${variant}`}`;

const asideKeyOf = (page: PageIdentity) => unsavedChangesKey(page) + ASIDE;

/** The stored changes as JSON by key: a synchronous copy of IndexedDB, which can only be read asynchronously. */
const inMemory = new Map<string, string>();

/** The keys whose latest change is not in IndexedDB, because it is still being written or the write failed. */
const unwritten = new Set<string>();

/**
 * Loads the stored changes of a page from IndexedDB, and moves those under the key with the page's address to its
 * present key. Await it before the page editor is rendered, because the editor only reads the copy in memory.
 */
export async function loadUnsavedChanges(page: PageIdentity): Promise<void> {
  const [name, former] = [unsavedChangesKey(page), storageKey(page.at, page.variant)];
  const names = [name, name + ASIDE, former, former + ASIDE];
  try {
    const found = await getMany<unknown>(names);
    for (const [index, each] of names.entries()) {
      if (unwritten.has(each)) continue;
      const text = found[index];
      if (typeof text === 'string') inMemory.set(each, text);
      else inMemory.delete(each);
    }
  } catch {
    // If IndexedDB is blocked, only the changes in memory are available.
  }
  if (name === former) return;
  takeOver(former, name, page);
  takeOver(former + ASIDE, name + ASIDE, page);
}

/**
 * Moves changes from the key with a page's address (`former`) to its present key (`name`). They were stored when the
 * page was only built-in, or by an older version of the builder. Does not overwrite changes that are already stored
 * under the present key.
 */
function takeOver(former: string, name: string, { id, at, editLink }: PageIdentity): void {
  const kept = stored(former);
  if (!isUnsavedChanges(kept)) return;
  const { base } = kept;
  // Another page was at this address when the changes were made.
  if (base.editLink !== null && base.editLink !== editLink) return;
  remove(former);
  if (!inMemory.has(name)) store(name, { ...kept, base: { ...base, id, at, editLink } });
}

/**
 * Stores unsaved changes in this browser, so that they survive a lost connection, an expired session or a closed tab.
 */
export function storeUnsavedChanges(base: EditablePage, data: Data): void {
  const kept: UnsavedChanges = { base, data };
  store(unsavedChangesKey(base), kept);
}

/**
 * Returns the stored changes of a page and the version on which they are based, which may be outdated. Returns null
 * if there are none.
 */
export function getUnsavedChanges(page: PageIdentity): UnsavedChanges | null {
  const kept = stored(unsavedChangesKey(page));
  return isUnsavedChanges(kept) ? kept : null;
}

/**
 * Stores changes separately: the page builder does not open with them, but offers to restore them. Replaces changes
 * that were set aside earlier, and deletes the unsaved changes with which the page builder would open.
 */
export function setChangesAside(base: EditablePage, data: Data, why: SetAsideReason): void {
  const aside: SetAsideChanges = { base, data, why };
  store(asideKeyOf(base), aside);
  deleteUnsavedChanges(base);
}

/** Returns the changes of a page that were set aside, or null if there are none. */
export function getSetAsideChanges(page: PageIdentity): SetAsideChanges | null {
  const aside = stored(asideKeyOf(page));
  if (!isUnsavedChanges(aside)) return null;
  const why = SET_ASIDE_REASONS.find((reason) => 'why' in aside && aside.why === reason) ?? 'discarded';
  return { ...aside, why };
}

/**
 * Loads the stored changes of a variant that the page no longer has, and sets them aside for the page's own layout,
 * whose own unsaved changes stay.
 */
export async function setVariantChangesAside(page: EditablePage, variant: string): Promise<void> {
  const gone = { ...page, variant };
  await loadUnsavedChanges(gone);
  const kept = getUnsavedChanges(gone);
  if (!kept) return;
  const base = { ...kept.base, variant: page.variant };
  const aside: SetAsideChanges = { base, data: kept.data, why: 'variantGone' };
  store(asideKeyOf(page), aside);
  deleteUnsavedChanges(gone);
}

/**
 * Restores changes that were set aside: the page builder opens with them next time. `current` are the unsaved changes
 * in the editor, which are set aside instead; null if there are none.
 */
export function restoreSetAsideChanges(aside: SetAsideChanges, current: UnsavedChanges | null): void {
  if (current) setChangesAside(current.base, current.data, 'discarded');
  else deleteSetAsideChanges(aside.base);
  storeUnsavedChanges(aside.base, aside.data);
}

export function deleteSetAsideChanges(page: PageIdentity): void {
  remove(asideKeyOf(page));
}

/** Whether two page objects are the same stored version: same modification time and digest. */
export function isSameVersion(one: EditablePage, other: EditablePage): boolean {
  return one.modified === other.modified && one.digest === other.digest;
}

/** Deletes the stored changes of a page, except those that were set aside. */
export function deleteUnsavedChanges(page: PageIdentity): void {
  remove(unsavedChangesKey(page));
}

/*
 * Uses IndexedDB instead of `localStorage`, which Chromium writes to disk up to a minute later: that minute would be
 * lost if the browser is killed. If the changes cannot be stored, the browser's prompt before leaving the page still
 * protects them.
 */
function store(name: string, kept: UnsavedChanges): void {
  const text = JSON.stringify(kept);
  inMemory.set(name, text);
  void write(name, () => set(name, text));
}

function stored(name: string): unknown {
  return JSON.parse(inMemory.get(name) ?? 'null');
}

function remove(name: string): void {
  inMemory.delete(name);
  void write(name, () => del(name));
}

async function write(name: string, change: () => Promise<void>): Promise<void> {
  const text = inMemory.get(name);
  unwritten.add(name);
  try {
    await change();
    if (inMemory.get(name) === text) unwritten.delete(name);
  } catch {
    // Storage is full or blocked.
  }
}

function isUnsavedChanges(value: unknown): value is UnsavedChanges {
  if (typeof value !== 'object' || value === null || !('base' in value) || !('data' in value)) return false;
  const { base, data } = value;
  if (typeof base !== 'object' || base === null || !('layout' in base) || !('digest' in base)) return false;
  return typeof data === 'object' && data !== null && 'content' in data && Array.isArray(data.content);
}
