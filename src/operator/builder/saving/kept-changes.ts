import type { Data } from '@puckeditor/core';
import { del, getMany, set } from 'idb-keyval';
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

/** What this browser keeps of the opened pages, as JSON by name. IndexedDB has the same, but can only be read later. */
const keptHere = new Map<string, string>();

/** The names whose last change is not in IndexedDB, not yet or because it is full. */
const unwritten = new Set<string>();

/** Reads what this browser keeps of a page. Must have ended before the page is edited. */
export async function readKeptChanges(page: Pick<EditablePage, 'at' | 'variant'>): Promise<void> {
  const names = [nameOf(page), asideNameOf(page)];
  try {
    const found = await getMany<unknown>(names);
    for (const [index, name] of names.entries()) {
      if (unwritten.has(name)) continue;
      const text = found[index];
      if (typeof text === 'string') keptHere.set(name, text);
      else keptHere.delete(name);
    }
  } catch {
    // Without storage, there is only what was kept since the page was opened.
  }
}

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

/*
 * IndexedDB instead of `localStorage`, which Chromium writes to the disk up to a minute later: a killed browser would lose
 * that minute. If changes cannot be stored, the browser's prompt before leaving the page still protects them.
 */
function store(name: string, kept: Kept): void {
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

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null || !('base' in value) || !('data' in value)) return false;
  const { base, data } = value;
  if (typeof base !== 'object' || base === null || !('layout' in base) || !('digest' in base)) return false;
  return typeof data === 'object' && data !== null && 'content' in data && Array.isArray(data.content);
}
