import { describe, expect, it } from 'vitest';
import { createCdnPageCaching, purgeKeyOf, type CdnCacheablePage } from './cdn-page-caching.ts';

const NOON = Date.UTC(2026, 10, 28, 12);

/** Creates the caching on content that is only fingerprints by read. */
function open({ purges = true, maxReads = 100 } = {}) {
  const content = new Map<string, string>();
  const purged: string[][] = [];
  let changed = () => {};
  const options = { isStopping: false };
  const caching = createCdnPageCaching({
    content: {
      fingerprint: (read) => content.get(read) ?? '',
      onChange(listener) {
        changed = listener;
        return () => (changed = () => {});
      },
    },
    purge: purges ? { add: (keys) => void purged.push([...keys]) } : null,
    isStopping: () => options.isStopping,
    now: () => NOON,
    maxReads,
  });
  const page = (reads: readonly string[], more: Partial<CdnCacheablePage> = {}): CdnCacheablePage => ({
    status: 200,
    reads: new Map(reads.map((read) => [read, content.get(read) ?? ''])),
    changesAt: Number.POSITIVE_INFINITY,
    ...more,
  });
  return {
    options,
    purged,
    caching,
    page,
    /** Returns a header of a page. */
    header: (sent: CdnCacheablePage, name = 'Cache-Control') => {
      const flat = caching.headers(sent);
      return flat[flat.indexOf(name) + 1];
    },
    change: (read: string, fingerprint: string) => {
      content.set(read, fingerprint);
      changed();
    },
  };
}

const kept = (seconds: number) => `public, max-age=0, s-maxage=${seconds}, stale-if-error=604800`;

describe('how long a CDN keeps a page', () => {
  it.each([
    ['a day, because it is told about changes', {}, {}, 86_400],
    ['a minute, if it is not told', { purges: false }, {}, 60],
    ['until it changes by itself', {}, { changesAt: NOON + 90_500 }, 90],
    ['not at all, if that moment has come', {}, { changesAt: NOON - 5 }, 0],
    ['a minute, if there is no page', {}, { status: 404 }, 60],
    [
      'a minute, if there is no page, also on the last day',
      {},
      { status: 404, changesAt: NOON + 3_600_000 },
      60,
    ],
    [
      'less than a minute, if a not-found page changes sooner',
      {},
      { status: 404, changesAt: NOON + 30_000 },
      30,
    ],
  ])('is %s', (_what, how, more, seconds) => {
    const { header, page } = open(how);
    expect(header(page(['settings'], more))).toBe(kept(seconds));
  });

  it('is nothing from a change until it is rendered again', () => {
    const { header, page, change } = open();
    const before = page(['settings', 'page:/buy']);
    expect(header(before)).toBe(kept(86_400));
    change('page:/buy', 'new');
    expect(header(before)).toBe(kept(0));
    expect(header(page(['settings', 'page:/buy']))).toBe(kept(86_400));
  });

  it('is short while the server stops, because the next one has purged everything already', () => {
    const { header, page, options } = open();
    options.isStopping = true;
    expect(header(page(['settings']))).toBe(kept(60));
  });
});

describe('a change', () => {
  it('purges the changed reads of pages that were sent, also if they are no longer stored, once each', () => {
    const { caching, page, change, purged } = open();
    caching.headers(page(['settings', 'page:/buy']));
    caching.headers(page(['settings', 'page:/sell']));
    change('page:/sell', 'new');
    change('page:/other', 'new');
    expect(purged).toEqual([['content', 'page:/sell'], ['content']]);
    caching.headers(page(['settings', 'page:/sell']));
    change('page:/sell', 'newer');
    expect(purged.at(-1)).toEqual(['content', 'page:/sell']);
  });

  it('does not purge what was sent outdated, and so was not kept', () => {
    const { caching, page, change, purged } = open();
    const old = page(['page:/buy']);
    change('page:/buy', 'new');
    caching.headers(old);
    change('page:/buy', 'newer');
    expect(purged).toEqual([['content'], ['content']]);
  });

  it('purges everything if too many reads would have to be remembered, and then goes on', () => {
    const { caching, page, change, purged } = open({ maxReads: 2 });
    for (const at of [1, 2, 3, 4]) caching.headers(page([`page:/${at}`]));
    expect(purged).toEqual([['all']]);
    change('page:/4', 'new');
    expect(purged.at(-1)).toEqual(['content', 'page:/4']);
  });

  it('purges no key that a page does not name', () => {
    const { header, page, change, purged } = open();
    const reads = ['page:/продажа', 'slug:a b', 'page:/a,b'];
    const keys = header(page(reads), 'Surrogate-Key')?.split(' ');
    expect(keys).toHaveLength(4);
    expect(header(page(reads), 'Cache-Tag')?.split(',')).toEqual(keys);
    for (const read of reads) change(read, 'new');
    expect(purged.flat().filter((key) => key !== 'content')).toEqual(keys?.slice(1));
  });
});

it('a page that has read very much is purged by any change', () => {
  const { header, page } = open();
  const many = page(Array.from({ length: 200 }, (_, at) => `media:${at}`));
  expect(header(many, 'Surrogate-Key')).toBe('all content');
  expect(header(many)).toBe(kept(60));
  expect(header({ ...many, changesAt: NOON + 3_600_000 })).toBe(kept(60));
});

it('keys differ in more than the case of letters', () => {
  expect(purgeKeyOf('page:/Buy').toLowerCase()).not.toBe(purgeKeyOf('page:/buy').toLowerCase());
});
