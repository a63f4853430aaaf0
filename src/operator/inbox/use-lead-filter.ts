import { useSearchParams } from 'react-router-dom';

/** The filters of the inbox, by their names in the address. */
export const FILTERS = ['q', 'status', 'delivery', 'form', 'source', 'from', 'to'] as const;
export type FilterName = (typeof FILTERS)[number];

/** What the address asks the inbox for. */
export interface InboxAddress {
  /** A value of a filter, or of `sort`; empty where it is not set. */
  value: (name: FilterName | 'sort') => string;
  /** Sets filters, from the first page on. `replace`: the address before is not gone back to. */
  set: (values: Partial<Record<FilterName | 'sort', string>>, options?: { replace?: boolean }) => void;
  clear: () => void;
  /** Whether anything is left out. */
  isFiltered: boolean;
  /** As the API takes it, with its page. */
  query: string;
  /** The same for another page. */
  pageHref: (page: number) => string;
}

/** Reads and writes the filters of the inbox in the address: it can be kept, shared and gone back to. */
export function useLeadFilter(): InboxAddress {
  const [search, setSearch] = useSearchParams();
  const known = new URLSearchParams(
    [...FILTERS, 'sort', 'page'].flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return {
    value: (name) => known.get(name) ?? '',
    set(values, { replace = false } = {}) {
      // The address itself: two choices in quick succession come before the router renders the first.
      const next = new URLSearchParams(window.location.search);
      next.delete('page');
      for (const [name, value] of Object.entries(values)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      setSearch(next, { replace, preventScrollReset: true });
    },
    clear: () => setSearch(known.has('sort') ? { sort: known.get('sort') ?? '' } : {}),
    isFiltered: FILTERS.some((name) => known.has(name)),
    query: known.toString(),
    pageHref(page) {
      const next = new URLSearchParams(known);
      if (page > 1) next.set('page', String(page));
      else next.delete('page');
      return `?${next}`;
    },
  };
}
