import { registerOverlayPortal, setDeep, useGetPuck } from '@puckeditor/core';
import type { PreviewField } from '../../../contracts/preview.ts';
import { useBuilderPage, useCanvasState } from '../editor-context.ts';
import { propName } from '../saving/page-data.ts';

const ZONE = 'root:default-zone';

/**
 * Returns a function that makes an element of the canvas editable if it shows exactly the value of a single-line plain
 * text field. Otherwise, it returns false, and the text must be edited in its field.
 */
export function useTypeInPlace() {
  const { target } = useBuilderPage();
  const { blocks, placements, keyOf, assume, noteTyping } = useCanvasState();
  const getPuck = useGetPuck();
  const find = (placement: string) => {
    const { content } = getPuck().appState.data;
    const index = content.findIndex(({ type, props }) => keyOf(props.id, type) === placement);
    return { index, item: content[index] };
  };
  return ({ placement, field, row, column }: PreviewField, element: Element): boolean => {
    const { index, item } = find(placement);
    const isCell = row !== undefined && column !== undefined;
    const own = item && blocks.get(item.type)?.fields[field];
    const edited = isCell ? own?.row?.[column] : own;
    if (!item || target.kind === 'read-only' || edited?.kind !== 'text' || edited.multiline) return false;
    const prop = propName(field);
    const value: unknown = isCell ? item.props[prop]?.[row]?.[propName(column)] : item.props[prop];
    if (value !== element.textContent) return false;
    const isEditable = makeEditable(
      element,
      edited.label,
      () => noteTyping(true),
      (text) => {
        const now = find(placement);
        if (text === null || !now.item) return noteTyping(false);
        const path = isCell ? `${prop}[${row}].${propName(column)}` : prop;
        // Show the typed text until the server's response replaces it.
        const shownRow = placements.get(placement)?.storedRows?.[field]?.indexOf(row ?? 0) ?? row;
        assume(placement, isCell ? `${field}.rows[${shownRow}].${column}` : field, text);
        getPuck().dispatch({
          type: 'replace',
          destinationIndex: now.index,
          destinationZone: ZONE,
          data: { ...now.item, props: setDeep(now.item.props, path, text) },
        });
      },
    );
    if (isEditable)
      getPuck().dispatch({
        type: 'setUi',
        ui: { itemSelector: { index, zone: ZONE }, rightSideBarVisible: true },
      });
    return isEditable;
  };
}

/**
 * Makes an element that contains only text editable. Enter and leaving the element end editing; Escape also restores
 * the text. The element is then reset, because React owns it, and `onEnd` receives the text, or null if it did not
 * change.
 */
function makeEditable(
  element: Element,
  label: string,
  onInput: () => void,
  onEnd: (text: string | null) => void,
): boolean {
  const [words, ...others] = element.childNodes;
  if (!isHtml(element) || words?.nodeType !== Node.TEXT_NODE || others.length > 0) return false;
  // A button would treat the space bar as a click.
  if (element.closest('button, summary, label')) return false;
  const before = element.textContent;
  const attributes = { contenteditable: 'plaintext-only', role: 'textbox', 'aria-label': label };
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
    const typed = element.textContent.replaceAll(/\s+/g, ' ').trim();
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
  // Otherwise, a click would deselect the section.
  element.addEventListener('click', (event) => event.stopPropagation(), { signal });
  element.addEventListener('input', onInput, { signal });
  element.addEventListener('blur', () => end(true), { signal });
  element.addEventListener(
    'keydown',
    (event) => {
      // Keep the keys from the visual editor, which has shortcuts, such as its own undo.
      event.stopPropagation();
      if (event.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
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

/** Elements in the frame are instances of the frame's own classes, so `instanceof` would be false. */
function isHtml(element: Element): element is HTMLElement {
  return 'isContentEditable' in element;
}
