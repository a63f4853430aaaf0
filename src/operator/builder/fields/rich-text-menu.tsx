import { RichTextMenu, type Field } from '@puckeditor/core';
import type { Editor } from '@tiptap/core';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { OutsideOfForm } from '../dialogs/outside-of-form.tsx';
import { PastedHtmlExtension } from './pasted-html.ts';
import { RICH_TEXT_EDITOR_OPTIONS } from './rich-text-editor-options.ts';
import { TextLinkDialog } from './text-link-dialog.tsx';

/** The element around one of Puck's menus. `labelFieldControls` gives the menu the name in `data-select`. */
const Select = styled.span`
  display: contents;
`;

type RichTextField = Field & { type: 'richtext' };

/** Puck's field definition for formatted text. */
export const RICH_TEXT_FIELD: RichTextField = {
  type: 'richtext',
  // Alignment is off, because the site removes it from the HTML.
  options: { textAlign: false, ...RICH_TEXT_EDITOR_OPTIONS },
  tiptap: {
    extensions: [PastedHtmlExtension],
    selector: ({ editor }) => ({ isLink: editor?.isActive('link') ?? false }),
  },
  // Puck's default menu, with a link button instead of the alignment.
  renderMenu: ({ editor, editorState, readOnly }) => (
    <RichTextMenu>
      <RichTextMenu.Group>
        <Select data-select="Heading level">
          <RichTextMenu.HeadingSelect />
        </Select>
        <Select data-select="List">
          <RichTextMenu.ListSelect />
        </Select>
      </RichTextMenu.Group>
      <RichTextMenu.Group>
        <RichTextMenu.Bold />
        <RichTextMenu.Italic />
        <RichTextMenu.Underline />
      </RichTextMenu.Group>
      <RichTextMenu.Group>
        {/* Puck renders a placeholder of the menu until the state of the editor is known. */}
        {editor && editorState && (
          <LinkButton editor={editor} isLink={editorState['isLink'] === true} readOnly={readOnly} />
        )}
      </RichTextMenu.Group>
    </RichTextMenu>
  ),
};

/** A link icon in the style of Puck's icons. It is not part of the site's icons, because visitors download those. */
function Chain() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path d="M10 13a5 5 0 0 0 7.5.5l3-3a5 5 0 0 0-7-7l-1.7 1.7M14 11a5 5 0 0 0-7.5-.5l-3 3a5 5 0 0 0 7 7l1.7-1.7" />
    </svg>
  );
}

interface Props {
  editor: Editor;
  isLink: boolean;
  readOnly: boolean;
}

/** A button for the link at the selection, which opens the link dialog. Ctrl+K does the same. */
function LinkButton({ editor, isLink, readOnly }: Props) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (readOnly) return;
    const { dom } = editor.view;
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      setOpen(true);
    };
    dom.addEventListener('keydown', open);
    return () => dom.removeEventListener('keydown', open);
  }, [editor, readOnly]);
  return (
    <>
      <RichTextMenu.Control
        icon={<Chain />}
        title="Link (Ctrl+K)"
        active={isLink}
        disabled={readOnly}
        onClick={(event) => {
          event.stopPropagation();
          // Puck ignores changes of a text editor unless its field was focused last.
          editor.view.focus();
          setOpen(true);
        }}
      />
      {isOpen && (
        <OutsideOfForm>
          <TextLinkDialog editor={editor} onClose={() => setOpen(false)} />
        </OutsideOfForm>
      )}
    </>
  );
}
