import type { Editor } from '@tiptap/core';
import type { TextLinkValues } from '../dialogs/link-dialog.tsx';

/**
 * Returns the link at the selection, or an empty link if there is none. `text` is empty if a text must be inserted, and
 * null if there is a link or a selected text already.
 */
export function linkAtSelection(editor: Editor): TextLinkValues {
  const { href, target } = editor.getAttributes('link');
  const isNew = typeof href !== 'string';
  return {
    href: isNew ? '' : href,
    newTab: target === '_blank',
    text: isNew && editor.state.selection.empty ? '' : null,
  };
}

/** Adds a link to the selected text, changes the link at the selection, or inserts a new link with a text. */
export function setLink(editor: Editor, { href, newTab, text }: TextLinkValues): void {
  const attrs = { href, target: newTab ? '_blank' : null };
  const chain = editor.chain().setMeta('preventAutolink', true);
  if (text === null) chain.extendMarkRange('link').setMark('link', attrs).run();
  // End the link, so that the text typed next is not part of it.
  else {
    chain
      .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs }] })
      .unsetMark('link')
      .run();
  }
}

/** Removes the link at the selection and keeps the text. */
export function removeLink(editor: Editor): void {
  editor.chain().extendMarkRange('link').unsetMark('link').run();
}
