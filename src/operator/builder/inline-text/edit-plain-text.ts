import { registerOverlayPortal } from '@puckeditor/core';
import { isHtmlElement } from './shown-html.ts';

interface Options {
  label: string;
  /** Whether Enter starts a new line. Ctrl+Enter then ends editing. */
  multiline: boolean;
  onInput: () => void;
  /** Receives the text, or null if it did not change or was discarded. */
  onEnd: (text: string | null) => void;
}

/**
 * Makes an element that contains only text editable. Enter (Ctrl+Enter if `multiline`) or leaving the element ends
 * editing; Escape also discards the change. React owns the element, so its content is restored when editing ends.
 * Returns false if the element cannot be edited.
 */
export function editPlainText(element: Element, { label, multiline, onInput, onEnd }: Options): boolean {
  const [words, ...others] = element.childNodes;
  if (!isHtmlElement(element) || words?.nodeType !== Node.TEXT_NODE || others.length > 0) return false;
  // Inside these elements, the space bar would trigger a click.
  if (element.closest('button, summary, label')) return false;
  const before = element.textContent;
  const attributes = {
    contenteditable: 'plaintext-only',
    role: 'textbox',
    'aria-label': label,
    'aria-multiline': String(multiline),
  };
  const earlier = Object.keys(attributes).map((name) => [name, element.getAttribute(name)] as const);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const { whiteSpace } = element.style;
  // Otherwise, browsers insert non-breaking spaces.
  element.style.whiteSpace = 'pre-wrap';
  const release = registerOverlayPortal(element, { disableDrag: true });
  const listening = new AbortController();
  const end = (isKept: boolean) => {
    listening.abort();
    release?.();
    const typed = multiline ? typedLines(element) : element.textContent.replaceAll(/\s+/g, ' ').trim();
    for (const [name, value] of earlier) {
      if (value === null) element.removeAttribute(name);
      else element.setAttribute(name, value);
    }
    element.style.whiteSpace = whiteSpace;
    words.nodeValue = before;
    element.replaceChildren(words);
    onEnd(isKept && typed !== before.trim() ? typed : null);
  };
  const { signal } = listening;
  // Stop clicks here: otherwise, Puck would deselect the section.
  element.addEventListener('click', (event) => event.stopPropagation(), { signal });
  element.addEventListener('input', onInput, { signal });
  element.addEventListener('blur', () => end(true), { signal });
  element.addEventListener(
    'keydown',
    (event) => {
      // Stop key events here, because Puck has its own shortcuts, such as undo.
      event.stopPropagation();
      if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
      if (event.key === 'Enter' && multiline && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      end(event.key === 'Enter');
    },
    { signal },
  );
  element.focus({ preventScroll: true });
  element.ownerDocument.getSelection()?.selectAllChildren(element);
  // The browser does not support `plaintext-only`.
  if (!element.isContentEditable) end(false);
  return element.isContentEditable;
}

/**
 * Returns the typed text. Uses `innerText`, because some browsers insert a `<br>` element instead of a line break
 * character.
 */
function typedLines(element: HTMLElement): string {
  return element.innerText
    .replaceAll('\u00a0', ' ')
    .replaceAll(/[^\S\n]+(?=\n|$)/g, '')
    .trim();
}
