import { registerOverlayPortal } from '@puckeditor/core';
import { Editor } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { TEXT_FORMATS } from '../fields/text-formats.ts';

interface Options {
  html: string;
  label: string;
  /** Where the cursor starts, in the frame's coordinates; at the end of the text if absent. */
  at: { left: number; top: number } | null;
  onInput: () => void;
  /** Called for Ctrl+Enter (`true`) and Escape (`false`). */
  onEndKey: (isKept: boolean) => void;
  /** Called for Alt+F10, which leads to the toolbar, and for Ctrl+K, which opens the link dialog. */
  onToolKey: (tool: 'toolbar' | 'link') => void;
}

/** Formatted text that is being edited on the canvas. */
export interface FormattedEditing {
  editor: Editor;
  element: HTMLElement;
  /** Ends editing, gives the element back to React, and returns the HTML; null if it did not change. */
  end: () => string | null;
}

/**
 * Edits formatted text in the element of the canvas that shows it, with the formats of the field's own input. React
 * owns the element, so it gets its content and attributes back when editing ends.
 */
export function editFormattedText(element: HTMLElement, options: Options): FormattedEditing {
  const children = [...element.childNodes];
  const attributes = [...element.attributes].map(({ name, value }) => [name, value] as const);
  const editor = new Editor({
    element: { mount: element },
    content: options.html,
    // The page's policy refuses the style element that it would add.
    injectCSS: false,
    extensions: [
      // Without what the field's own input does not have either, or what would change the stored text.
      StarterKit.configure({ ...TEXT_FORMATS, dropcursor: false, gapcursor: false, trailingNode: false }),
    ],
    editorProps: {
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': options.label },
    },
    onUpdate: options.onInput,
  });
  const before = editor.getHTML();
  // ProseMirror requires it: otherwise, spaces that are typed could be lost.
  element.style.whiteSpace = 'break-spaces';
  const release = registerOverlayPortal(element, { disableDrag: true });
  const listening = new AbortController();
  const { signal } = listening;
  // Otherwise, a click would deselect the section, and a link would be followed.
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
  // Keep the keys from the visual editor, which has shortcuts, such as its own undo.
  element.addEventListener('keydown', (event) => event.stopPropagation(), { signal });
  const point = options.at && editor.view.posAtCoords(options.at);
  editor.commands.setTextSelection(point?.pos ?? editor.state.doc.content.size);
  // The command `focus` would wait for the next frame, and then overwrite what a key has done until then.
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
