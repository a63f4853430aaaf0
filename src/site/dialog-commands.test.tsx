import { beforeEach, expect, it, vi } from 'vitest';
import { polyfillDialogCommands } from './dialog-commands.ts';

let page: HTMLElement;
// The listeners stay as long as what they are on. Later test files share the window, so here they are on an element.
beforeEach(() => {
  page = document.createElement('div');
  document.body.replaceChildren(page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  polyfillDialogCommands();
});

it('opens and closes a dialog in browsers without `command`', () => {
  page.innerHTML = `
    <button command="show-modal" commandfor="menu"><b>Menu</b></button>
    <dialog id="menu"><button command="close" commandfor="menu">Close</button><button>Other</button></dialog>`;
  const dialog = document.querySelector('dialog');
  if (!dialog) throw new Error('There is a dialog.');
  // jsdom has no modal dialogs.
  const [showModal, close] = [vi.fn<() => void>(), vi.fn<() => void>()];
  Object.assign(dialog, { showModal, close });
  document.querySelector('b')?.click();
  expect(showModal).toHaveBeenCalledOnce();
  expect(close).not.toHaveBeenCalled();
  for (const button of dialog.querySelectorAll('button')) button.click();
  expect(close).toHaveBeenCalledOnce();
  expect(showModal).toHaveBeenCalledOnce();
});

it('closes a dialog with a click outside in browsers without `closedby`', () => {
  page.innerHTML = '<dialog id="menu" closedby="any"><p>Links</p></dialog>';
  const dialog = document.querySelector('dialog');
  if (!dialog) throw new Error('There is a dialog.');
  const close = vi.fn<() => void>();
  Object.assign(dialog, { close, getBoundingClientRect: () => new DOMRect(600, 0, 300, 800) });
  const clickAt = (element: Element | null, clientX: number) =>
    element?.dispatchEvent(new MouseEvent('click', { bubbles: true, clientX, clientY: 100 }));
  clickAt(dialog, 700);
  clickAt(dialog.querySelector('p'), 700);
  expect(close).not.toHaveBeenCalled();
  clickAt(dialog, 100);
  expect(close).toHaveBeenCalledOnce();
  dialog.removeAttribute('closedby');
  clickAt(dialog, 100);
  expect(close).toHaveBeenCalledOnce();
});
