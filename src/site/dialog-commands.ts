/**
 * Opens and closes dialogs in browsers without the button attributes `command` and `commandfor`. Other browsers need
 * no script for it.
 */
export function polyfillDialogCommands(): void {
  if ('command' in HTMLButtonElement.prototype) return;
  addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[commandfor]') : null;
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button?.getAttribute('command') === 'close') dialog.close();
    else dialog.showModal();
  });
}
