import { del, getMany, set } from 'idb-keyval';
import { beforeEach, expect, it, vi } from 'vitest';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import {
  deleteUnsavedChanges,
  storeUnsavedChanges,
  getUnsavedChanges,
  getSetAsideChanges,
  loadUnsavedChanges,
  setChangesAside,
  setVariantChangesAside,
} from './unsaved-changes.ts';

vi.mock('idb-keyval');

const editLink = (id: number) => `https://wp.example/wp-admin/post.php?post=${id}&action=edit`;
const page = {
  id: 7,
  at: '/about',
  editLink: editLink(7),
  variant: null,
  layout: [],
  digest: 'a',
} as unknown as EditablePage;
const KEY = `pageBuilder:${editLink(7)}`;
const data = { content: [], root: {} };
const stored = JSON.stringify({
  base: page,
  data: { content: [{ type: 'hero', props: { id: '1' } }], root: {} },
});

const disk = new Map<IDBValidKey, unknown>();

beforeEach(() => {
  vi.mocked(getMany).mockImplementation(async (names) => names.map((name) => disk.get(name)));
  vi.mocked(set).mockImplementation(async (name, text) => void disk.set(name, text));
  vi.mocked(del).mockImplementation(async (name) => void disk.delete(name));
});

it('reads what an earlier tab has stored', async () => {
  disk.set(KEY, stored);
  await loadUnsavedChanges(page);
  expect(getUnsavedChanges(page)?.data.content).toHaveLength(1);
});

it('keeps what the full storage has not taken, and forgets what it has not removed', async () => {
  vi.mocked(set).mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
  storeUnsavedChanges(page, data);
  await loadUnsavedChanges(page);
  expect(getUnsavedChanges(page)?.data).toEqual(data);
  vi.mocked(del).mockRejectedValue(new DOMException('Broken', 'UnknownError'));
  deleteUnsavedChanges(page);
  await loadUnsavedChanges(page);
  expect(getUnsavedChanges(page)).toBe(null);
});

it('reads again what another tab has changed since it was stored', async () => {
  storeUnsavedChanges(page, data);
  await expect.poll(() => disk.get(KEY)).not.toBe(stored);
  disk.set(KEY, stored);
  await loadUnsavedChanges(page);
  expect(getUnsavedChanges(page)?.data.content).toHaveLength(1);
});

it('finds the changes of a page wherever it is, also those that were set aside', async () => {
  const [old, moved] = [
    { ...page, id: 8, at: '/old', editLink: editLink(8) },
    { ...page, id: 8, at: '/new', editLink: editLink(8) },
  ];
  storeUnsavedChanges(old, data);
  await loadUnsavedChanges(moved);
  expect(getUnsavedChanges(moved)).toEqual({ base: old, data });
  setChangesAside(old, data, 'stopped');
  await loadUnsavedChanges(moved);
  expect(getUnsavedChanges(moved)).toBe(null);
  expect(getSetAsideChanges(moved)).toEqual({ base: old, data, why: 'stopped' });
});

it.each<[string, Partial<EditablePage>]>([
  ['another page at its address', { id: 10, editLink: editLink(10) }],
  ['a variant of the page', { variant: 'b' }],
  ['a page with its id in another WordPress', { editLink: 'https://other.example/post.php?post=9' }],
  ['a page with its id on this site', { editLink: null }],
])('shows the changes of a page not in %s', async (_what, other) => {
  const mine = { ...page, id: 9, at: '/team', editLink: editLink(9) };
  storeUnsavedChanges(mine, data);
  await loadUnsavedChanges({ ...mine, ...other });
  expect(getUnsavedChanges({ ...mine, ...other })).toBe(null);
  expect(getUnsavedChanges(mine)?.data).toEqual(data);
});

it.each<[string, object, boolean]>([
  ['only built in', { id: null, editLink: null }, true],
  ['stored by its address, by an older builder', { id: undefined, editLink: editLink(11) }, true],
  ['another page, by an older builder', { id: undefined, editLink: editLink(12) }, false],
])('finds the changes of a page that was %s', async (_what, former, isFound) => {
  const before = { ...page, at: '/one', ...former };
  disk.set('pageBuilder:/one', JSON.stringify({ base: before, data }));
  const now = { ...page, id: 11, at: '/one', editLink: editLink(11) };
  await loadUnsavedChanges(now);
  expect(getUnsavedChanges(now)).toEqual(
    isFound ? { base: { ...before, id: 11, editLink: now.editLink }, data } : null,
  );
  await expect.poll(() => disk.has('pageBuilder:/one')).toBe(!isFound);
  deleteUnsavedChanges(now);
});

it('sets the changes of a variant that is gone aside, and keeps those of the page itself', async () => {
  const own = { ...page, id: 13, editLink: editLink(13) };
  const variant = { ...own, variant: 'B' };
  disk.set(`pageBuilder:${editLink(13)}?B`, JSON.stringify({ base: variant, data }));
  storeUnsavedChanges(own, data);
  await setVariantChangesAside(own, 'B');
  expect(getSetAsideChanges(own)).toEqual({ base: own, data, why: 'variantGone' });
  expect(getUnsavedChanges(own)).toEqual({ base: own, data });
  await expect.poll(() => disk.has(`pageBuilder:${editLink(13)}?B`)).toBe(false);
});
