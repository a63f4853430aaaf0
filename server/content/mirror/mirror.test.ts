import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openContentDatabase, type ContentDatabase } from '../database/content-database.ts';
import type { MirrorContents, NewMirrorEntry } from '../values/mirror-contents.ts';
import { createMirror, type DeriveEntries } from './mirror.ts';

const log = pino({ level: 'silent' });
let dataDir: string;
let database: ContentDatabase;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-mirror-'));
  database = await openContentDatabase({ dataDir, databaseUrl: null }, log);
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function openMirror(derive?: DeriveEntries) {
  const mirror = createMirror({ database, log, ...(derive && { derive }) });
  await mirror.open();
  return mirror;
}

const page = (id: string, title: string): NewMirrorEntry => ({ kind: 'page', id, data: { title } });
const ids = (contents: MirrorContents) => [...contents.entries('page').keys()].toSorted();

describe('the mirror', () => {
  test('is empty and incomplete at first', async () => {
    const mirror = await openMirror();
    expect(mirror.contents()).toMatchObject({ version: 0, complete: false });
    expect(ids(mirror.contents())).toEqual([]);
  });

  test('restores applied changes after a restart', async () => {
    const mirror = await openMirror();
    await mirror.apply({ put: [page('1', 'One'), page('2', 'Two')], remove: [], complete: true });
    await mirror.apply({ put: [page('3', 'Three')], remove: [{ kind: 'page', id: '1' }] });
    const again = await openMirror();
    expect(again.contents()).toMatchObject({ version: 2, complete: true });
    expect(ids(again.contents())).toEqual(['2', '3']);
    expect(again.contents().entries('page').get('3')).toEqual({ ...page('3', 'Three'), version: 2 });
  });

  test('keeps the identity and version of unchanged entries', async () => {
    const mirror = await openMirror();
    const before = await mirror.apply({ put: [page('1', 'One'), page('2', 'Two')], remove: [] });
    const after = await mirror.apply({ put: [page('1', 'One'), page('2', 'Other')], remove: [] });
    expect(after.entries('page').get('1')).toBe(before.entries('page').get('1'));
    expect(after.entries('page').get('2')?.version).toBe(2);
    expect(after.entries('post')).toBe(before.entries('post'));
    // The previous contents are unchanged.
    expect(before.entries('page').get('2')?.data).toEqual({ title: 'Two' });
  });

  test('creates no new version if nothing differs', async () => {
    const mirror = await openMirror();
    const heard: number[] = [];
    mirror.onChange(({ version }) => heard.push(version));
    const before = await mirror.apply({ put: [page('1', 'One')], remove: [], complete: true });
    const same = await mirror.apply({
      put: [page('1', 'Other'), page('1', 'One')],
      remove: [{ kind: 'page', id: '9' }],
      complete: true,
    });
    expect(same).toBe(before);
    expect(heard).toEqual([1]);
  });

  test('becomes complete as a separate version', async () => {
    const mirror = await openMirror();
    await mirror.apply({ put: [page('1', 'One')], remove: [] });
    expect(mirror.contents().complete).toBe(false);
    await mirror.apply({ put: [], remove: [], complete: true });
    expect(mirror.contents()).toMatchObject({ version: 2, complete: true });
  });

  test('stores derived entries in the same version', async () => {
    const mirror = await openMirror((before, after) => ({
      put: [...after.entries('page').values()]
        .filter(({ id }) => before.entries('page').has(id))
        .map(({ id }) => ({ kind: 'moved', id: `/old-${id}`, data: { kind: 'page', id } })),
      remove: [],
    }));
    await mirror.apply({ put: [page('1', 'One')], remove: [] });
    const after = await mirror.apply({ put: [page('1', 'Renamed')], remove: [] });
    expect(after.entries('moved').get('/old-1')).toMatchObject({ version: 2 });
    expect(after.entries('page').get('1')).toMatchObject({ version: 2 });
  });

  test('applies concurrent changes one at a time', async () => {
    const mirror = await openMirror();
    const all = Array.from({ length: 20 }, (_, index) => page(String(index), `Page ${index}`));
    await Promise.all(all.map((entry) => mirror.apply({ put: [entry], remove: [] })));
    expect(mirror.contents().version).toBe(20);
    expect((await openMirror()).contents().entries('page').size).toBe(20);
  });

  test('loads the changes of another server on the same database before its own', async () => {
    const [one, other] = [await openMirror(), await openMirror()];
    await one.apply({ put: [page('1', 'One')], remove: [] });
    const after = await other.apply({ put: [page('2', 'Two')], remove: [] });
    expect(after.version).toBe(2);
    expect(ids(after)).toEqual(['1', '2']);
  });

  test('loads more entries than fit into one read', async () => {
    const mirror = await openMirror();
    const many = Array.from({ length: 1_234 }, (_, index) => page(String(index), `Page ${index}`));
    await mirror.apply({ put: many, remove: [], complete: true });
    const again = await openMirror();
    expect(again.contents().entries('page').size).toBe(1_234);
    expect(again.contents().entries('page').get('1233')?.data).toEqual({ title: 'Page 1233' });
  });

  test('unreadable entries are named until they are stored again; a full pass without them removes them', async () => {
    const mirror = await openMirror();
    const settings: NewMirrorEntry = { kind: 'settings', id: 'site', data: {} };
    const stored = [page('1', 'One'), page('2', 'Two'), page('3', 'Three'), settings];
    await mirror.apply({ put: stored, remove: [], complete: true });
    await database.query
      .updateTable('content_entries')
      .set({ data: '{"title":' })
      .where('id', '!=', '2')
      .execute();
    const again = await openMirror();
    expect(ids(again.contents())).toEqual(['2']);
    const keys = ['1', '3'].map((id) => ({ kind: 'page', id }));
    expect(again.contents().unreadable).toEqual([...keys, { kind: 'settings', id: 'site' }]);
    const repaired = await again.apply({
      put: [page('1', 'One'), page('2', 'Two')],
      remove: [],
      complete: true,
    });
    expect(ids(repaired)).toEqual(['1', '2']);
    // The settings may be missing because the plugin is not active.
    expect(repaired.unreadable).toEqual([{ kind: 'settings', id: 'site' }]);
    expect((await openMirror()).contents().unreadable).toEqual(repaired.unreadable);
    await again.apply({ put: [settings], remove: [] });
    expect((await openMirror()).contents()).toMatchObject({ complete: true, unreadable: [] });
  });
});
