/** How close to the viewport counts as near. */
const NEAR = '200px';

/**
 * Calls `want` when an element comes near the viewport, and on every pointer press, key press or focus inside it.
 * Returns a function that stops watching.
 */
export function whenWanted(element: Element, want: () => void): () => void {
  const end = new AbortController();
  for (const type of ['pointerdown', 'focusin', 'keydown']) {
    element.addEventListener(type, want, { passive: true, signal: end.signal });
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some((entry) => entry.isIntersecting)) want();
    },
    { rootMargin: NEAR },
  );
  observer.observe(element);
  return () => {
    observer.disconnect();
    end.abort();
  };
}
