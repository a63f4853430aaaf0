import { act, renderHook } from '@testing-library/react';
import type { Data } from '@puckeditor/core';
import { del, getMany, set } from 'idb-keyval';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import { deleteSetAsideChanges, deleteUnsavedChanges, type UnsavedChanges } from './unsaved-changes.ts';
import { usePersistUnsavedChanges } from './use-persist-unsaved-changes.ts';

vi.mock('idb-keyval');
// Another test file in this worker may have loaded the modules that use the real one.
vi.hoisted(() => vi.resetModules());

const page = { id: 7, at: '/about', editLink: null, variant: null, layout: [], digest: 'a' };
const KEY = 'pageBuilder:~7';
const dataOf = (title: string): Data => ({
  root: { props: {} },
  content: [{ type: 'hero', props: { id: 'hero', title } }],
});
const storedOf = (title: string) => JSON.stringify({ base: page, data: dataOf(title) });

const disk = new Map<IDBValidKey, unknown>();
let closeOtherTab: () => void;

/** The locks of a browser in which another tab holds every lock until `closeOtherTab` is called. */
function locksOfTwoTabs() {
  const closed = new Promise<void>((resolve) => {
    closeOtherTab = resolve;
  });
  const request = async (
    name: string,
    { ifAvailable = false }: LockOptions,
    callback: (lock: Lock | null) => unknown,
  ): Promise<unknown> => {
    if (ifAvailable) return callback(null);
    await closed;
    return callback({ name, mode: 'exclusive' });
  };
  return { request, query: async () => ({ held: [{ name: KEY }] }) };
}

beforeEach(() => {
  disk.clear();
  vi.mocked(getMany).mockImplementation(async (names) => names.map((name) => disk.get(name)));
  vi.mocked(set).mockImplementation(async (name, text) => void disk.set(name, text));
  vi.mocked(del).mockImplementation(async (name) => void disk.delete(name));
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locksOfTwoTabs() });
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'locks');
  const base = page as unknown as EditablePage;
  deleteUnsavedChanges(base);
  deleteSetAsideChanges(base);
});

/** Opens the page in a second tab, and returns what the hook returns there. */
async function openSecondTab(title: string, kept: UnsavedChanges | null) {
  const options = {
    page: page as unknown as EditablePage,
    data: dataOf(title),
    changed: true,
    isUnsaved: true,
    kept,
    keyOf: (id: string) => id,
  };
  const { result } = renderHook(() => usePersistUnsavedChanges(options));
  await act(async () => {});
  return result;
}

it('sets the changes of a tab that is closed aside before it stores those of the waiting tab', async () => {
  const tab = await openSecondTab('Typed in the second tab', null);
  expect(tab.current.tabs).toMatch(/open in another tab/);
  disk.set(KEY, storedOf('Typed in the first tab'));
  closeOtherTab();
  await expect.poll(() => disk.get(KEY)).toContain('Typed in the second tab');
  expect(disk.get(`${KEY}#set-aside`)).toContain('Typed in the first tab');
  expect(tab.current.aside).toEqual({ base: page, data: dataOf('Typed in the first tab'), why: 'otherTab' });
  expect(tab.current.tabs).toBe(null);
  act(() => tab.current.dropAside());
  expect(tab.current.aside).toBe(null);
  await expect.poll(() => disk.has(`${KEY}#set-aside`)).toBe(false);
});

it('sets nothing aside if the waiting tab was opened with the stored changes', async () => {
  disk.set(KEY, storedOf('Typed in the first tab'));
  const kept = JSON.parse(storedOf('Typed in the first tab'));
  const tab = await openSecondTab('Typed in both tabs', kept);
  expect(disk.get(KEY)).toContain('Typed in the first tab');
  closeOtherTab();
  await expect.poll(() => disk.get(KEY)).toContain('Typed in both tabs');
  expect(tab.current.aside).toBe(null);
});
