/**
 * Focuses an element if focus was lost or is still inside `sent`, the submitted form: browsers only remove focus from
 * disabled and inert elements at the next paint. A visitor who has moved on, for example to another form, keeps focus.
 */
export function takeLostFocus(element: HTMLElement | null | undefined, sent?: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || sent?.contains(activeElement)) element?.focus();
}
