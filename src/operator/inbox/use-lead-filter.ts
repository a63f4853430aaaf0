import { useSearchParams } from 'react-router-dom';
import type { LeadQuery } from '../../contracts/operators/lead-calls.ts';

/** The inbox filters, by their names in the URL. */
export const FILTER_NAMES = ['q', 'status', 'stage', 'delivery', 'form', 'source', 'from', 'to'] as const;
/** Where the shown page begins or ends. */
const PLACE_NAMES = ['after', 'before'] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

/** The inbox's filters, sort order and place in the list, as stored in the URL. */
export interface InboxAddress {
  /** Returns the value of a filter or of `sort`, or an empty string if it is not set. */
  value: (name: FilterName | 'sort') => string;
  /** Sets filters and returns to the first page. `replace` replaces the current history entry. */
  set: (values: Partial<Record<FilterName | 'sort', string>>, options?: { replace?: boolean }) => void;
  clear: () => void;
  /** Whether any filter is set. */
  isFiltered: boolean;
  /** The input of the API, with the place in the list. */
  filter: LeadQuery;
  /** The same as a query string. */
  query: string;
  /** Returns the URL of the page before or after a place, with the same filters. */
  pageHref: (side: 'before' | 'after', place: string) => string;
  /** The id of the lead that is open next to the list; empty if there is none. */
  open: string;
  /** Returns the URL of this list with a lead next to it, or without one if `id` is empty. */
  openHref: (id: string) => string;
}

/** Reads and writes the inbox filters in the URL, so that a filtered list can be bookmarked and shared. */
export function useLeadFilter(): InboxAddress {
  const [search, setSearch] = useSearchParams();
  const known = new URLSearchParams(
    [...FILTER_NAMES, 'sort', ...PLACE_NAMES].flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  return {
    value: (name) => known.get(name) ?? '',
    set(values, { replace = false } = {}) {
      // Read the URL itself: after two quick changes, the router may not have rendered the first one yet.
      const next = new URLSearchParams(window.location.search);
      for (const name of PLACE_NAMES) next.delete(name);
      for (const [name, value] of Object.entries(values)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      setSearch(next, { replace, preventScrollReset: true });
    },
    clear: () => setSearch(known.has('sort') ? { sort: known.get('sort') ?? '' } : {}),
    isFiltered: FILTER_NAMES.some((name) => known.has(name)),
    filter: Object.fromEntries(known),
    query: known.toString(),
    pageHref(side, place) {
      const next = new URLSearchParams(known);
      for (const name of PLACE_NAMES) next.delete(name);
      next.set(side, place);
      return `?${next}`;
    },
    open: search.get('open') ?? '',
    openHref(id) {
      const next = new URLSearchParams(known);
      if (id !== '') next.set('open', id);
      return `/admin/leads${next.size > 0 ? `?${next}` : ''}`;
    },
  };
}
