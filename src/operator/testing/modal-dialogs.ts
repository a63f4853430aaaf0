/** Adds modal dialogs to jsdom, which lacks them. They open and close without a browser's focus handling. */
export function giveModalDialogs(): void {
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
