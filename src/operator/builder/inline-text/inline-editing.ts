import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import type { FieldLocation } from '../../../contracts/preview.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { useCanvasState } from '../editor-context.ts';
import { isRichTextEditable } from '../fields/safe-rich-text-input.tsx';
import { useCanvasEditing, type CanvasEditing } from './canvas-editing.ts';
import { isElement } from './element-at.ts';
import { editPlainText } from './edit-plain-text.ts';
import { elementShowing } from './shown-html.ts';
import { useFindCanvasValue, type CanvasValue } from './use-find-canvas-value.ts';

/**
 * The attribute of the element around the text toolbar and its dialogs. Clicks and focus inside that element do not
 * end editing.
 */
export const TEXT_TOOLS_ATTRIBUTE = 'data-text-tools';

interface Where {
  /** The clicked point, in the coordinates of the frame. In a formatted text, the cursor is put there. */
  point?: { left: number; top: number };
  /** Whether to open the dialog for the link at that point. */
  opensLink?: boolean;
}

/**
 * Returns a function that starts inline editing of a canvas element. The function returns false if the element does
 * not show exactly the stored value of a text, or one line of it; the text can then only be edited in its input.
 */
export function useStartInlineEditing() {
  const find = useFindCanvasValue();
  const editing = useCanvasEditing();
  const { noteTyping } = useCanvasState();
  return (target: FieldLocation, element: Element, where: Where = {}): boolean => {
    const found = find(target);
    if (!found || typeof found.value !== 'string') return false;
    const { name, type } = fieldKindOf(found.field).input;
    if (name === 'html') return startFormattedTextEditing({ found, element, where, editing, noteTyping });
    const isLine = name === 'line' && type === undefined;
    const text = isLine
      ? matchShownText(found.value, element.textContent, found.field.multiline === true)
      : null;
    if (!text) return false;
    const isEditable = editPlainText(element, {
      label: found.field.label,
      multiline: text.multiline,
      onInput: () => noteTyping(true),
      onEnd: (typed) => {
        if (typed === null) return noteTyping(false);
        const whole = text.whole(typed);
        found.set(whole, whole);
      },
    });
    if (isEditable) found.select();
    return isEditable;
  };
}

interface ShownText {
  multiline: boolean;
  /** Returns the complete value of the field after the shown part was changed to `typed`. */
  whole: (typed: string) => string;
}

/**
 * Compares the text that an element shows with the stored value. The element can show the whole value or, in views
 * with a list, exactly one of its lines. Returns null if neither is the case.
 */
export function matchShownText(value: string, shown: string, multiline: boolean): ShownText | null {
  if (value === shown) return { multiline, whole: (typed) => typed };
  const lines = value.split('\n');
  const at = lines.findIndex((line) => line.trim() === shown.trim());
  const isOne = lines.filter((line) => line.trim() === shown.trim()).length === 1;
  if (!multiline || shown.trim() === '' || !isOne) return null;
  return { multiline: false, whole: (typed) => lines.with(at, typed).join('\n') };
}

interface Formatted {
  found: CanvasValue;
  element: Element;
  where: Where;
  editing: CanvasEditing;
  noteTyping: (isTyping: boolean) => void;
}

/**
 * Starts inline editing of the element that shows a formatted text. Returns false if no element shows exactly that
 * text, if the text editor cannot edit its HTML, or if the element is inside a link, a button or a label.
 */
export function startFormattedTextEditing({
  found,
  element,
  where,
  editing,
  noteTyping,
}: Formatted): boolean {
  const html = String(found.value);
  const section = element.closest('[data-section]');
  const shown = section && isRichTextEditable(html) ? elementShowing(html, element, section) : null;
  if (!shown || shown.closest('a, button, summary, label')) return false;
  editing.get().text?.end(true);
  found.select();
  const { label } = found.field;
  const open = async () => {
    // The text editor is a large module, so load it on first use.
    const { editFormattedText } = await import('./edit-formatted-text.ts');
    // A second double-click during the load may have opened the text already.
    if (!shown.isConnected || editing.get().text?.editing.element === shown) return;
    const listening = new AbortController();
    let isOpen = true;
    const end = (isKept: boolean) => {
      if (!isOpen) return;
      isOpen = false;
      listening.abort();
      editing.set({ text: null });
      const typed = session.end();
      if (typed === null || !isKept) noteTyping(false);
      else found.set(typed, typed);
    };
    const setLinking = (isLinking: boolean) => {
      const { text } = editing.get();
      if (text) editing.set({ text: { ...text, isLinking } });
    };
    const session = editFormattedText(shown, {
      html,
      label,
      at: where.point ?? null,
      onInput: () => noteTyping(true),
      onEndKey: end,
      onToolKey: (tool) => {
        if (tool === 'link') setLinking(true);
        else document.querySelector<HTMLElement>(`[${TEXT_TOOLS_ATTRIBUTE}] button`)?.focus();
      },
    });
    editing.set({ text: { editing: session, label, isLinking: where.opensLink === true, end } });
    const leave = ({ target }: Event) => {
      if (!isPartOfText(target, shown)) end(true);
    };
    for (const each of [document, shown.ownerDocument]) {
      for (const type of ['pointerdown', 'focusin']) {
        each.addEventListener(type, leave, { capture: true, signal: listening.signal });
      }
    }
  };
  void open().catch(() =>
    showToast({
      kind: 'error',
      title: 'This text cannot be edited here now',
      text: 'A part of the builder could not be loaded. Check the connection, or edit the text in the panel.',
    }),
  );
  return true;
}

/**
 * Whether an event happened in the text, its toolbar or a dialog. When an element in the frame gets the focus, the
 * frame itself does as well, so an event on the frame counts too.
 */
function isPartOfText(target: EventTarget | null, text: Element): boolean {
  if (!isElement(target)) return true;
  return text.contains(target) || target.closest(`[${TEXT_TOOLS_ATTRIBUTE}], iframe, dialog`) !== null;
}
