/** jsdom shows no modal dialogs: this opens and closes them, without what a browser does about focus. */
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
