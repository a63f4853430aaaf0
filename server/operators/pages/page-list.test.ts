import { describe, expect, it } from 'vitest';
import {
  testBuiltInContent,
  siteEntry,
  snapshotOf,
  wordPressEntry,
} from '../../content/testing/test-content.ts';
import { findPages } from './page-list.ts';

type Entries = Parameters<typeof snapshotOf>[0];

const rows = (entries: Entries) =>
  findPages(snapshotOf(entries), testBuiltInContent).map(({ at, own, builtIn: known }) => ({
    at,
    id: own?.id ?? null,
    known: known?.path ?? null,
  }));

describe('the list of pages', () => {
  it('has the front page at /, and the page that it replaces at its own path', () => {
    const chosen = siteEntry({ show_on_front: 'page', page_on_front: 9 });
    const found = rows([wordPressEntry('page', 9, 'welcome'), wordPressEntry('page', 6, 'home'), chosen]);
    expect(found).toContainEqual({ at: '/', id: 9, known: '/' });
    expect(found).toContainEqual({ at: '/home', id: 6, known: '/' });
    expect(found.filter(({ at }) => at === '/')).toHaveLength(1);
  });

  it.each(['publish', 'draft'])('has a front page of the route table (%s) only once', (status) => {
    const chosen = siteEntry({ show_on_front: 'page', page_on_front: 12 });
    const found = rows([wordPressEntry('page', 12, 'about', { status }), chosen]);
    expect(found).toContainEqual({ at: '/', id: 12, known: '/about' });
    expect(found.map(({ at }) => at)).not.toContain('/about');
  });

  it('does not have a built-in page whose WordPress page has moved', () => {
    const moved = { kind: 'moved', id: '/about', data: { kind: 'page', id: 12 }, version: 2 } as const;
    const found = rows([wordPressEntry('page', 12, 'crew'), siteEntry(), moved]);
    expect(found).toContainEqual({ at: '/crew', id: 12, known: null });
    expect(found.map(({ at }) => at)).not.toContain('/about');
  });

  it('does not have a built-in page whose WordPress page is in the trash', () => {
    const trashed = wordPressEntry('page', 12, 'about__trashed', { status: 'trash' });
    expect(rows([trashed, siteEntry()]).map(({ at }) => at)).not.toContain('/about');
    expect(rows([siteEntry()]).map(({ at }) => at)).toContain('/about');
  });
});
