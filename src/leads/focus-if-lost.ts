interface Options {
  /**
   * The submitted form, or another element in which the focused control is disabled or removed. Focus inside it counts
   * as lost, because browsers remove focus from disabled and inert elements only at the next paint.
   */
  sent?: Element | null;
  /** The element to scroll to, if it is not in view; by default, the browser scrolls to the focused one. */
  show?: Element | null | undefined;
}

/**
 * Focuses an element if focus was lost or is still inside `sent`. Visitors who have moved on, for example to another
 * form, keep their focus. Focus on an ancestor of the element counts as lost: a click on something that is not
 * focusable moves the focus to an element around it, such as `main`.
 */
export function focusIfLost(element: HTMLElement | null | undefined, { sent, show }: Options = {}): void {
  if (!element) return;
  const { activeElement } = document;
  if (activeElement && !activeElement.contains(element) && !sent?.contains(activeElement)) return;
  element.focus({ preventScroll: show instanceof Element });
  // The document's `scroll-padding` keeps the element below the header.
  show?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
