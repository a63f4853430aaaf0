import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { LinkDialog } from '../dialogs/link-dialog.tsx';
import { linkAtSelection, removeLink, setLink } from './text-links.ts';

interface Props {
  editor: Editor;
  /** Called when the dialog closes. The text gets the focus afterwards. */
  onClose: () => void;
}

/** A dialog that sets, changes or removes the link at the selection of a text editor. */
export function TextLinkDialog({ editor, onClose }: Props) {
  const [current] = useState(() => linkAtSelection(editor));
  const close = () => {
    onClose();
    editor.commands.focus();
  };
  return (
    <LinkDialog
      current={current}
      onSet={(link) => {
        setLink(editor, link);
        close();
      }}
      onRemove={() => {
        removeLink(editor);
        close();
      }}
      onCancel={close}
    />
  );
}
