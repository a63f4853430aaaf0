/** Polyfills `showModal` and `close` of dialogs, which jsdom lacks. The focus is not moved as in a browser. */
export function polyfillModalDialogs(): void {
  const dialogs = HTMLDialogElement.prototype;
  if ('showModal' in dialogs) return;
  Object.assign(dialogs, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
    },
  });
}
