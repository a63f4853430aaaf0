import { useSearchParams } from 'react-router-dom';
import type { LeadQuery } from '../../contracts/operators/lead-calls.ts';

/** The inbox filters, by their names in the URL. */
export const INBOX_FILTER_NAMES = [
  'q',
  'status',
  'stage',
  'delivery',
  'form',
  'source',
  'from',
  'to',
] as const;
/** The URL parameters that select a page of the list: the position after which it starts, or before which it ends. */
const PLACE_NAMES = ['after', 'before'] as const;
export type InboxFilterName = (typeof INBOX_FILTER_NAMES)[number];

/** The inbox state that is stored in the URL: filters, sort order, position in the list and the open lead. */
export interface InboxUrlState {
  /** Returns the value of a filter or of `sort`, or an empty string if it is not set. */
  value: (name: InboxFilterName | 'sort') => string;
  /**
   * Sets filters or the sort order, and goes to the first page. An empty value removes a filter. With `replace`, the
   * history gets no new entry.
   */
  set: (values: Partial<Record<InboxFilterName | 'sort', string>>, options?: { replace?: boolean }) => void;
  clear: () => void;
  /** Whether a filter is set. The sort order is not a filter. */
  isFiltered: boolean;
  /** The input of the API: the filters, the sort order and the position in the list. */
  filter: LeadQuery;
  /** `filter` as a query string. */
  query: string;
  /** Returns the URL of the page before or after a position, with the same filters and sort order. */
  pageHref: (side: 'before' | 'after', place: string) => string;
  /** The id of the lead that is open next to the list; empty if there is none. */
  open: string;
  /** Returns the URL of this list with a lead open beside it. An empty `id` closes the lead. */
  openHref: (id: string) => string;
}

/** Reads and writes the inbox filters in the URL, so that a filtered list can be bookmarked and shared. */
export function useInboxUrlState(): InboxUrlState {
  const [search, setSearch] = useSearchParams();
  const known = new URLSearchParams(
    [...INBOX_FILTER_NAMES, 'sort', ...PLACE_NAMES].flatMap((name) => {
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
    isFiltered: INBOX_FILTER_NAMES.some((name) => known.has(name)),
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
