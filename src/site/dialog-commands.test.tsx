import { expect, it, vi } from 'vitest';
import { polyfillDialogCommands } from './dialog-commands.ts';

it('opens and closes a dialog in browsers without `command`', () => {
  document.body.innerHTML = `
    <button command="show-modal" commandfor="menu"><b>Menu</b></button>
    <dialog id="menu"><button command="close" commandfor="menu">Close</button><button>Other</button></dialog>`;
  const dialog = document.querySelector('dialog');
  if (!dialog) throw new Error('There is a dialog.');
  // jsdom has no modal dialogs.
  const [showModal, close] = [vi.fn<() => void>(), vi.fn<() => void>()];
  Object.assign(dialog, { showModal, close });
  polyfillDialogCommands();
  document.querySelector('b')?.click();
  expect(showModal).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
  for (const button of dialog.querySelectorAll('button')) button.click();
  expect(close).toHaveBeenCalledOnce();
  expect(showModal).toHaveBeenCalledOnce();
  document.body.replaceChildren();
});
