import type { KeyboardEvent, RefObject } from 'react';
import { leadLinks, type FindNearbyLeads } from './use-find-nearby-leads.ts';

interface Options {
  /** The element that contains the list. Its links have the attribute `data-lead-link`. */
  list: RefObject<HTMLElement | null>;
  /** The id of the lead that is open next to the list; empty if there is none. */
  open: string;
  /** Finds the links around the open lead. */
  nearby: FindNearbyLeads;
  onOpen: (id: string) => void;
  onClose: () => void;
}

/**
 * Returns the key handler for the list and the open lead. J, K and the arrow keys move the focus between leads or, if a
 * lead is open, open its neighbor. Escape closes the open lead. Enter needs no handler, because it follows the focused
 * link. The keys work only while the focus is inside (WCAG 2.1.4), and never in a field or a dialog.
 */
export function useLeadListShortcuts({ list, open, nearby, onOpen, onClose }: Options) {
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const { target, key } = event;
    if (!(target instanceof Element) || target.closest('input, textarea, select, dialog')) return;
    if (key === 'Escape' && open !== '') {
      event.preventDefault();
      onClose();
      return;
    }
    const step = stepOf(key, target);
    if (step === 0) return;
    const next =
      open === ''
        ? fromFocused(leadLinks(list.current), step)
        : nearby(open)[step > 0 ? 'following' : 'preceding'];
    if (!next) return;
    event.preventDefault();
    if (open === '') next.focus();
    else onOpen(next.dataset['leadLink'] ?? '');
  };
}

function fromFocused(links: readonly HTMLElement[], step: -1 | 1): HTMLElement | undefined {
  const here = links.findIndex((link) => link === document.activeElement);
  return here < 0 && step < 0 ? undefined : links[here + step];
}

/**
 * Returns the direction in which a key moves, or 0 for none. Arrow keys move only while a link of the list is
 * focused, because elsewhere they scroll.
 */
function stepOf(key: string, target: Element): -1 | 0 | 1 {
  if (key === 'j' || key === 'J') return 1;
  if (key === 'k' || key === 'K') return -1;
  if (!target.hasAttribute('data-lead-link')) return 0;
  return key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
}
