import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns the list's links to a lead and to its neighbors; undefined where there is none. The link to a grouped lead
 * is that of its group. For a lead that has left the list, the neighbors are the nearest former ones that are still in
 * the list. If the lead was never in the list, or none of its former neighbors is, `following` is the first link.
 */
export type FindNearbyLeads = (
  id: string,
) => Record<'own' | 'following' | 'preceding', HTMLElement | undefined>;

/**
 * Returns a function that finds the links around a lead. The hook remembers where the open lead is in the list, because
 * a change can take the lead out of the list.
 */
export function useFindNearbyLeads(list: RefObject<HTMLElement | null>, open: string): FindNearbyLeads {
  const place = useRef<{ open: string; ids: readonly string[]; at: number } | null>(null);
  // Without dependencies, because every render can change the list.
  useEffect(() => {
    const links = leadLinks(list.current);
    const at = links.findIndex((link) => link.hasAttribute('aria-current'));
    if (at >= 0) place.current = { open, ids: links.map(idOf), at };
  });
  return (id) => {
    const links = new Map(leadLinks(list.current).map((link) => [idOf(link), link]));
    const firstOf = (ids: readonly string[]) => links.get(ids.find((each) => links.has(each)) ?? '');
    const known = place.current;
    // The lead was never in this list, or all leads of the list have changed, for example with other filters.
    if (known?.open !== id || !known.ids.some((each) => links.has(each)))
      return { own: undefined, following: [...links.values()][0], preceding: undefined };
    const { ids, at } = known;
    return {
      own: firstOf(ids.slice(at, at + 1)),
      following: firstOf(ids.slice(at + 1)),
      preceding: firstOf(ids.slice(0, at).toReversed()),
    };
  };
}

/** Returns the links of the list, one for each lead or group. */
export function leadLinks(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-lead-link]') ?? [])];
}

function idOf(link: HTMLElement): string {
  return link.dataset['leadLink'] ?? '';
}
