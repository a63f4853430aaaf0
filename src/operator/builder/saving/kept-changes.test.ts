import { del, getMany, set } from 'idb-keyval';
import { expect, it, vi } from 'vitest';
import type { EditablePage } from '../../../contracts/operators/page-builder.ts';
import {
  deleteKeptChanges,
  keepChanges,
  getKeptChanges,
  loadKeptChanges,
  moveKeptChanges,
} from './kept-changes.ts';

vi.mock('idb-keyval');

const page = { at: '/about', variant: null, layout: [], digest: 'a' } as unknown as EditablePage;
const data = { content: [], root: {} };
const stored = JSON.stringify({
  base: page,
  data: { content: [{ type: 'hero', props: { id: '1' } }], root: {} },
});

it('reads what an earlier tab has stored', async () => {
  vi.mocked(getMany).mockResolvedValue([stored, undefined]);
  await loadKeptChanges(page);
  expect(getKeptChanges(page)?.data.content).toHaveLength(1);
});

it('keeps what the full storage has not taken, and forgets what it has not removed', async () => {
  vi.mocked(getMany).mockResolvedValue([stored, undefined]);
  vi.mocked(set).mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
  keepChanges(page, data);
  await loadKeptChanges(page);
  expect(getKeptChanges(page)?.data).toEqual(data);
  vi.mocked(del).mockRejectedValue(new DOMException('Broken', 'UnknownError'));
  deleteKeptChanges(page);
  await loadKeptChanges(page);
  expect(getKeptChanges(page)).toBe(null);
});

it('reads again what another tab has changed since it was stored', async () => {
  vi.mocked(set).mockResolvedValue();
  keepChanges(page, data);
  await vi.waitFor(() => expect(set).toHaveResolved());
  vi.mocked(getMany).mockResolvedValue([stored, undefined]);
  await loadKeptChanges(page);
  expect(getKeptChanges(page)?.data.content).toHaveLength(1);
});

it('moves the changes of a page with its address, but not those of another page', () => {
  vi.mocked(del).mockResolvedValue();
  const before = { ...page, at: '/old', editLink: 'post=7' };
  keepChanges(before, data);
  moveKeptChanges(before, { ...page, at: '/other', editLink: 'post=8' });
  expect(getKeptChanges(before)?.data).toEqual(data);
  const moved = { ...page, at: '/new', editLink: 'post=7' };
  moveKeptChanges(before, moved);
  expect(getKeptChanges(before)).toBe(null);
  expect(getKeptChanges(moved)?.data).toEqual(data);
});
