import { useEffect } from 'react';

/**
 * Adds the `iframe` of each embedded player when the visitor opens its `details` element, and of those that were opened
 * before the application started.
 */
export function useLoadOpenedPlayers(): void {
  useEffect(() => {
    const load = () => {
      for (const place of document.querySelectorAll<HTMLElement>('details[open] > [data-player]')) {
        const frame = document.createElement('iframe');
        frame.title = place.dataset['title'] ?? '';
        frame.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture; xr-spatial-tracking';
        frame.referrerPolicy = 'strict-origin-when-cross-origin';
        frame.src = place.dataset['player'] ?? '';
        delete place.dataset['player'];
        const { activeElement } = document;
        place.append(frame);
        // The button that had the focus is hidden now. Do not take the focus from a field outside of the player.
        if (activeElement === document.body || place.parentElement?.contains(activeElement)) frame.focus();
      }
    };
    load();
    // Capture the event, because it does not bubble.
    addEventListener('toggle', load, true);
    return () => removeEventListener('toggle', load, true);
  }, []);
}
