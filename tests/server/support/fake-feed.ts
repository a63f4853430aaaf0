import { randomUUID } from 'node:crypto';

type Json = Record<string, unknown>;

/** The entries that visitors may see, and the pages that they may not, by kind and id in the order of a full pass. */
export type FakeEntries = ReadonlyMap<string, ReadonlyMap<string, Json>>;

/** A row of the table of changes. */
interface Row {
  number: number;
  kind: string;
  entry: string;
  /** Epoch milliseconds. */
  at: number;
}

/** The contents of the table, for a backup. */
export interface FakeTable {
  rows: readonly Row[];
  next: number;
}

const MARK = 'mark';

/**
 * Creates the change feed of the companion plugin over the entries of a fake WordPress: a table with growing numbers and
 * with marks, as in `wordpress/lintel/includes/change-table.php`. The fake's entries are plain objects that tests change,
 * so each read first notes what differs from the last one.
 */
export function createFakeFeed(entriesNow: () => FakeEntries) {
  let rows: Row[] = [];
  let next = 1;
  let noted = texts(entriesNow());
  const feed = {
    /** Milliseconds before a mark is old enough to be given to the site. */
    settled: 30_000,
    /** Rows of requests that have a number but have not been committed: `<kind> <id>`. */
    uncommitted: new Set<string>(),
    table: (): FakeTable => ({ rows: [...rows], next }),
    /** Replaces the table, as when a backup is restored. The entries must be restored, too. */
    restore(table: FakeTable) {
      rows = [...table.rows];
      next = table.next;
      noted = texts(entriesNow());
    },
    /** Empties the table. What changed until then is forgotten. */
    empty() {
      feed.restore({ rows: [], next: 1 });
    },
    /** Notes what changed since the last call. */
    note() {
      const now = texts(entriesNow());
      const keys = new Set([...noted.keys(), ...now.keys()]);
      const changed = [...keys].filter((key) => noted.get(key) !== now.get(key));
      noted = now;
      for (const key of changed) {
        const [kind = '', entry = ''] = key.split(' ');
        replace(kind, entry, Date.now());
      }
      if (changed.length > 0) replace(MARK, randomUUID(), Date.now());
    },
    newestMark: () => markOf(rows.findLast(({ kind }) => kind === MARK)),
    /** Answers a request to `/lintel/v1/changes`. */
    answer(query: URLSearchParams): Json {
      const since = query.get('since') ?? '0';
      const limit = Number(query.get('limit') ?? 100);
      const after = query.get('after') ?? '';
      // Not on later pages, because comparing thousands of entries takes long.
      if (after === '') feed.note();
      const cursor = settledMark();
      const known = rows.find((row) => row.kind === MARK && markOf(row) === since);
      if (since !== '0' && !known) return { reset: true };
      const entries = entriesNow();
      const all = known
        ? rows
            .filter(({ number, kind }) => number > known.number && kind !== MARK)
            .filter(({ kind, entry }) => !feed.uncommitted.has(`${kind} ${entry}`))
            .map(({ number, kind, entry }) => ({ at: String(number), kind, id: entry }))
        : [...entries].flatMap(([kind, ofKind]) =>
            [...ofKind.keys()].map((id) => ({ at: `${kind} ${id}`, kind, id })),
          );
      const start = known
        ? all.findIndex(({ at }) => Number(at) > Number(after))
        : all.findIndex(({ at }) => at === after) + 1;
      const shown = start < 0 ? [] : all.slice(start, start + limit);
      const more = start >= 0 && start + limit < all.length;
      return {
        cursor,
        entries: shown.map(({ kind, id }) => {
          // What the plugin adds is no field of WordPress.
          const more = ['default_privacy', 'password_hash', 'old_slugs', 'query_pages'];
          const fields = query.get(`fields[${kind}]`)?.split(',').concat(more);
          const data = entries.get(kind)?.get(id) ?? null;
          return { kind, id, data: data && withFields(data, fields) };
        }),
        next: more ? shown.at(-1)?.at : '',
        more,
      };
    },
  };

  function replace(kind: string, entry: string, at: number): void {
    rows = rows.filter((row) => row.kind !== kind || row.entry !== entry);
    rows.push({ number: next, kind, entry, at });
    next += 1;
  }

  function settledMark(): string {
    const isOld = ({ kind, at }: Row) => kind === MARK && at <= Date.now() - feed.settled;
    if (!rows.some(isOld)) replace(MARK, randomUUID(), 0);
    return markOf(rows.findLast(isOld));
  }

  return feed;
}

function markOf(row: Row | undefined): string {
  return row ? `${row.number}-${row.entry}` : '';
}

function texts(entries: FakeEntries): ReadonlyMap<string, string> {
  return new Map(
    [...entries].flatMap(([kind, ofKind]) =>
      [...ofKind].map(([id, data]) => [`${kind} ${id}`, JSON.stringify(data)] as const),
    ),
  );
}

/** Returns an entry with these fields. WordPress cannot select properties of `media_details`. */
export function withFields(entry: Json, fields: readonly string[] | undefined): Json {
  const names = fields?.map((field) => (field.startsWith('media_details.') ? '' : field.split('.', 1)[0]));
  return Object.fromEntries(Object.entries(entry).filter(([key]) => !names || names.includes(key)));
}
