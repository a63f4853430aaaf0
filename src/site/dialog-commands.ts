/**
 * Opens and closes dialogs in browsers without the button attributes `command` and `commandfor`, and closes them with a
 * click outside in browsers without `closedby`. Other browsers need no script for this.
 */
export function polyfillDialogCommands(): void {
  if (!('closedBy' in HTMLDialogElement.prototype)) addEventListener('click', closeFromOutside);
  if ('command' in HTMLButtonElement.prototype) return;
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[commandfor]') : null;
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button?.getAttribute('command') === 'close') dialog.close();
    else dialog.showModal();
  });
}

/**
 * Closes a dialog with `closedby="any"` on a click on its backdrop. Such a click and one on the dialog's padding both
 * have the dialog as their target, so the position decides.
 */
function closeFromOutside({ target, clientX, clientY }: MouseEvent): void {
  if (!(target instanceof HTMLDialogElement) || target.getAttribute('closedby') !== 'any') return;
  const { left, right, top, bottom } = target.getBoundingClientRect();
  const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
  if (!isInside) target.close();
}
