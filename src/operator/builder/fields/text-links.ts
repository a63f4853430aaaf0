import type { Editor } from '@tiptap/core';
import type { TextLink } from '../dialogs/link-dialog.tsx';

/** Returns the link at the selection, or a new one. Its `text` is null if text is already there to be linked. */
export function linkAt(editor: Editor): TextLink {
  const { href, target } = editor.getAttributes('link');
  const isNew = typeof href !== 'string';
  return {
    href: isNew ? '' : href,
    newTab: target === '_blank',
    text: isNew && editor.state.selection.empty ? '' : null,
  };
}

/** Sets the link of the selected text, changes the link at the selection, or inserts one. */
export function setLink(editor: Editor, { href, newTab, text }: TextLink): void {
  const attrs = { href, target: newTab ? '_blank' : null };
  const chain = editor.chain().setMeta('preventAutolink', true);
  if (text === null) chain.extendMarkRange('link').setMark('link', attrs).run();
  // What is typed next does not belong to the link.
  else {
    chain
      .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs }] })
      .unsetMark('link')
      .run();
  }
}

/** Removes the link at the selection, and keeps its text. */
export function removeLink(editor: Editor): void {
  editor.chain().extendMarkRange('link').unsetMark('link').run();
}
