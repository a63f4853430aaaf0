/**
 * Gives an element the focus that was lost with what stood there before. Who has gone on to something else meanwhile,
 * another form for example, is left there.
 */
export function takeLostFocus(element: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) element?.focus();
}
