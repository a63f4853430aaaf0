import type { KeyboardEvent } from 'react';

/** Selects the element around the inputs of one field. For a list, it also contains the fields of the rows. */
const FIELD = '[data-field]';

/** The header of a list row. Clicking it opens the row, and dragging it moves the row. */
const ROW = '[class*="ArrayFieldItem-summary"]';

/**
 * Adds accessible names to controls that Puck leaves unnamed: the text editor and the button that adds a row. Puck
 * names each menu of the text editor “Select”; here it gets the name of its `data-select`. List rows get the role
 * `group`, because Puck renders them as buttons that contain buttons, which screen readers cannot reach. This is
 * repeated after every change until the returned function is called. `onChange` is called after each pass.
 */
export function labelFieldControls(root: HTMLElement, label: string, onChange: () => void): () => void {
  const own = (selector: string) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter((each) => each.closest(FIELD) === root);
  const name = () => {
    for (const editor of own('[contenteditable]:not([aria-label])')) {
      editor.setAttribute('role', 'textbox');
      editor.setAttribute('aria-multiline', 'true');
      editor.setAttribute('aria-label', label);
    }
    for (const select of own('[data-select] button')) {
      const called = select.closest<HTMLElement>('[data-select]')?.dataset['select'] ?? '';
      select.setAttribute('aria-label', called);
      select.title = called;
    }
    for (const button of own('button:not([aria-label], [title])')) {
      if (button.textContent.trim() === '') button.setAttribute('aria-label', `Add to ${label}`);
    }
    for (const row of own(ROW)) {
      if (row.getAttribute('role') === 'button') row.setAttribute('role', 'group');
      row.removeAttribute('aria-pressed');
      row.setAttribute('aria-label', row.firstChild?.textContent ?? label);
    }
    onChange();
  };
  const observer = new MutationObserver(name);
  const attributeFilter = ['role', 'aria-pressed'];
  observer.observe(root, { subtree: true, childList: true, characterData: true, attributeFilter });
  name();
  return () => observer.disconnect();
}

/** Handles Enter on a list row: opens or closes the row, as a click does. By default, Puck starts a drag on Enter. */
export function toggleRowOnEnter(event: KeyboardEvent): void {
  const { key, target } = event;
  if (key !== 'Enter' || !(target instanceof HTMLElement) || !target.matches(ROW)) return;
  event.preventDefault();
  event.stopPropagation();
  target.click();
}

/** Focuses the first control of a field and selects its text. Returns true if the control now has the focus. */
export function focusControl(root: HTMLElement): boolean {
  const folded = root.closest<HTMLDetailsElement>('details:not([open])');
  if (folded) folded.open = true;
  // Require `.ProseMirror`, because Puck shows a similar placeholder until the text editor has loaded.
  const control = root.querySelector<HTMLElement>(
    'input:not([hidden]), textarea, select, [contenteditable="true"].ProseMirror, button:not([title], [role="toolbar"] *)',
  );
  // The field may be in a panel that is not shown, where it cannot get the focus.
  if (!control?.checkVisibility()) return false;
  control.scrollIntoView({ block: 'center' });
  control.focus();
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
  else if (control.isContentEditable) getSelection()?.selectAllChildren(control);
  return document.activeElement === control;
}

/** The attributes that Puck does not set although screen readers need them. */
const UNNAMED: readonly { selector: string; attribute: string; value: string }[] = [
  { selector: '#preview-frame', attribute: 'title', value: 'Page' },
  { selector: '[class*="zoomSelect"]', attribute: 'aria-label', value: 'Zoom' },
  // After loading, Puck hides the spinner only visually.
  { selector: '[class*="PuckCanvas-loader"]', attribute: 'aria-hidden', value: 'true' },
  // An element without a role cannot have a name.
  { selector: 'span[aria-label]', attribute: 'role', value: 'img' },
];

/**
 * Adds missing names and roles to Puck's controls, also to those that Puck renders later. Returns a function that
 * stops this.
 */
export function labelPuckControls(root: HTMLElement): () => void {
  const name = () => {
    for (const { selector, attribute, value } of UNNAMED) {
      for (const element of root.querySelectorAll(`${selector}:not([${attribute}])`)) {
        element.setAttribute(attribute, value);
      }
    }
  };
  const observer = new MutationObserver(name);
  observer.observe(root, { subtree: true, childList: true });
  name();
  return () => observer.disconnect();
}
