/**
 * Focuses an element if focus was lost or is still inside `sent`, the submitted form: browsers remove focus from
 * disabled and inert elements only at the next paint. Visitors who have moved on, for example to another form, keep
 * their focus.
 */
export function takeLostFocus(element: HTMLElement | null | undefined, sent?: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || sent?.contains(activeElement)) element?.focus();
}
