/**
 * Gives an element the focus that was lost with what stood there before, or is about to be: a browser takes it from what
 * is disabled or inert when it draws next, and an answer may come before. So what is in `sent`, the form that was sent,
 * has none. Who has gone on to something else meanwhile, another form for example, is left there.
 */
export function takeLostFocus(element: HTMLElement | null | undefined, sent?: Element | null): void {
  const { activeElement, body } = document;
  if (activeElement === body || sent?.contains(activeElement)) element?.focus();
}
