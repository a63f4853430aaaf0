import { registerOverlayPortal } from '@puckeditor/core';
import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { PastedHtmlExtension } from '../fields/pasted-html.ts';
import { RICH_TEXT_EDITOR_OPTIONS } from '../fields/rich-text-editor-options.ts';

interface Options {
  html: string;
  label: string;
  /**
   * The point where the cursor starts, in the coordinates of the frame. Null puts the cursor at the end of the text.
   */
  at: { left: number; top: number } | null;
  onInput: () => void;
  /** Called for Ctrl+Enter (`true`) and Escape (`false`). */
  onEndKey: (isKept: boolean) => void;
  /** Called for Alt+F10, which leads to the toolbar, and for Ctrl+K, which opens the link dialog. */
  onToolKey: (tool: 'toolbar' | 'link') => void;
}

/** An editing session on the canvas: the text editor, and the element that it made editable. */
export interface FormattedTextSession {
  editor: Editor;
  element: HTMLElement;
  /** Ends editing and restores the element as React rendered it. Returns the HTML, or null if it did not change. */
  end: () => string | null;
}

/**
 * Makes the element of the canvas that shows a formatted text editable, with the same formats as the field's input.
 * React owns the element, so its content and attributes are restored when editing ends.
 */
export function editFormattedText(element: HTMLElement, options: Options): FormattedTextSession {
  const children = [...element.childNodes];
  const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const);
  const editor = new Editor({
    element: { mount: element },
    content: options.html,
    // The Content-Security-Policy of the page blocks the style element that Tiptap would add.
    injectCSS: false,
    extensions: [
      // Leave out extensions that the field's input does not have, or that would change the stored text.
      StarterKit.configure({
        ...RICH_TEXT_EDITOR_OPTIONS,
        dropcursor: false,
        gapcursor: false,
        trailingNode: false,
      }),
      PastedHtmlExtension,
    ],
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': options.label },
    },
    onUpdate: options.onInput,
  });
  const before = editor.getHTML();
  // ProseMirror requires this style. Without it, typed spaces could be lost.
  element.style.whiteSpace = 'break-spaces';
  const release = registerOverlayPortal(element, { disableDrag: true });
  const listening = new AbortController();
  const { signal } = listening;
  // Stop clicks here: otherwise, Puck would deselect the section, and the browser would follow links.
  element.addEventListener(
    'click',
    (event) => {
      event.stopPropagation();
      event.preventDefault();
    },
    { signal },
  );
  element.addEventListener(
    'keydown',
    (event) => {
      const command = event.ctrlKey || event.metaKey;
      const ends = event.key === 'Escape' || (event.key === 'Enter' && command);
      const tool = toolOf(event);
      if (event.isComposing || (!ends && !tool)) return;
      event.preventDefault();
      event.stopPropagation();
      if (tool) options.onToolKey(tool);
      else options.onEndKey(event.key === 'Enter');
    },
    { signal, capture: true },
  );
  // Stop key events here, because Puck has its own shortcuts, such as undo.
  element.addEventListener('keydown', (event) => event.stopPropagation(), { signal });
  const point = options.at && editor.view.posAtCoords(options.at);
  editor.commands.setTextSelection(point?.pos ?? editor.state.doc.content.size);
  // Tiptap's `focus` command waits for the next frame, and would then override the effect of a key that was pressed
  // meanwhile.
  editor.view.focus();
  return {
    editor,
    element,
    end() {
      listening.abort();
      release?.();
      const after = editor.isEmpty ? '' : editor.getHTML();
      editor.destroy();
      for (const name of element.getAttributeNames()) element.removeAttribute(name);
      for (const [name, value] of attributes) element.setAttribute(name, value);
      element.replaceChildren(...children);
      return after === before ? null : after;
    },
  };
}

function toolOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): 'toolbar' | 'link' | null {
  if (key === 'F10' && altKey) return 'toolbar';
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey ? 'link' : null;
}
