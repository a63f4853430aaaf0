/** Marks the elements around the inputs of one field. Fields of list rows are inside the one of their list. */
export const FIELD = '[data-field]';

/**
 * Names the controls that Puck leaves without a name: its text editor and its button that adds a row. They can appear
 * later, so this is repeated until the returned function is called. `onChange` is called after each time.
 */
export function watchControls(root: HTMLElement, label: string, onChange: () => void): () => void {
  const own = (selector: string) =>
    [...root.querySelectorAll<HTMLElement>(selector)].filter((each) => each.closest(FIELD) === root);
  const name = () => {
    for (const editor of own('[contenteditable]:not([aria-label])')) {
      editor.setAttribute('role', 'textbox');
      editor.setAttribute('aria-multiline', 'true');
      editor.setAttribute('aria-label', label);
    }
    for (const button of own('button:not([aria-label], [title])')) {
      if (button.textContent.trim() === '') button.setAttribute('aria-label', `Add to ${label}`);
    }
    onChange();
  };
  const observer = new MutationObserver(name);
  observer.observe(root, { childList: true, subtree: true });
  name();
  return () => observer.disconnect();
}

/** Brings the focus to the first control of a field, with its text selected. Returns whether it has the focus. */
export function focusControl(root: HTMLElement): boolean {
  // Until it is loaded, the text editor is an element that only looks like it.
  const control = root.querySelector<HTMLElement>(
    'input:not([hidden]), textarea, select, [contenteditable="true"].ProseMirror, button:not([title])',
  );
  // Puck renders the fields twice, for wide and for narrow windows, and hides one of them.
  if (!control?.checkVisibility()) return false;
  control.scrollIntoView({ block: 'center' });
  control.focus();
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) control.select();
  else if (control.isContentEditable) getSelection()?.selectAllChildren(control);
  return document.activeElement === control;
}
