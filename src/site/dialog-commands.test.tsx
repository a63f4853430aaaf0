import { expect, it, vi } from 'vitest';
import { supplyDialogCommands } from './dialog-commands.ts';

it('opens and closes a dialog where the browser does not know `command`', () => {
  document.body.innerHTML = `
    <button command="show-modal" commandfor="menu"><b>Menu</b></button>
    <dialog id="menu"><button command="close" commandfor="menu">Close</button><button>Other</button></dialog>`;
  const dialog = document.querySelector('dialog');
  if (!dialog) throw new Error('There is a dialog.');
  // jsdom has no modal dialogs.
  dialog.showModal = vi.fn<() => void>();
  dialog.close = vi.fn<() => void>();
  supplyDialogCommands();
  document.querySelector('b')?.click();
  expect(dialog.showModal).toHaveBeenCalledOnce();
  expect(dialog.close).not.toHaveBeenCalled();
  for (const button of dialog.querySelectorAll('button')) button.click();
  expect(dialog.close).toHaveBeenCalledOnce();
  expect(dialog.showModal).toHaveBeenCalledOnce();
  document.body.replaceChildren();
});
