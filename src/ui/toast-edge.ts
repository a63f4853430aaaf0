/**
 * Keeps a toast at that edge of what is visible which is farther from the focus, and above a phone's keyboard: it
 * never covers the field a visitor types in. Answers the way to stop.
 */
export function keepFromFocus(toast: HTMLElement): () => void {
  const view = window.visualViewport;
  const place = () => {
    const top = view?.offsetTop ?? 0;
    const height = view?.height ?? window.innerHeight;
    const focus = document.activeElement;
    const box = focus && focus !== document.body && !toast.contains(focus) && focus.getBoundingClientRect();
    toast.dataset['edge'] = box && (box.top + box.bottom) / 2 > top + height / 2 ? 'top' : 'bottom';
    toast.style.setProperty('--below', `${Math.max(0, window.innerHeight - top - height)}px`);
  };
  place();
  document.addEventListener('focusin', place);
  view?.addEventListener('resize', place);
  return () => {
    document.removeEventListener('focusin', place);
    view?.removeEventListener('resize', place);
  };
}
