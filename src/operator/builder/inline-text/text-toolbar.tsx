import type { Editor } from '@tiptap/core';
import { useEffect, useLayoutEffect, useReducer, useRef, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { IconButton } from '../../parts/controls/icon-button.tsx';
import type { OperatorIconName } from '../../parts/controls/operator-icon.tsx';
import { RICH_TEXT_EDITOR_OPTIONS } from '../fields/rich-text-editor-options.ts';
import { TextLinkDialog } from '../fields/text-link-dialog.tsx';
import { useCanvasEditing, useCanvasEditingState, type FormattedTextState } from './canvas-editing.ts';
import { TEXT_TOOLS_ATTRIBUTE } from './inline-editing.ts';

const Bar = styled.div`
  position: fixed;
  z-index: 20;
  inset: 0 auto auto 0;
  display: flex;
  flex-wrap: wrap;
  gap: 0.1rem;
  align-items: center;
  max-width: calc(100vw - 1rem);
  padding: 0.25rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: ${({ theme }) => theme.radius.m};
  background: ${({ theme }) => theme.color.surface};
  box-shadow: 0 4px 16px rgb(0 0 0 / 16%);
  select {
    min-height: 2.25rem;
    padding-inline: 0.4rem;
    border: 0;
    border-radius: ${({ theme }) => theme.radius.s};
    background: ${({ theme }) => theme.color.surface};
    color: ${({ theme }) => theme.color.ink};
    font: inherit;
    font-size: 0.8125rem;
  }
`;

const Divider = styled.span`
  align-self: stretch;
  margin: 0.35rem 0.2rem;
  border-inline-start: 1px solid ${({ theme }) => theme.color.line};
`;

/** CSS pixels between the toolbar and the text. */
const GAP_PX = 8;

/** The toolbar of the formatted text that is being edited on the canvas. */
export function TextToolbar() {
  const { text } = useCanvasEditingState();
  return text && <Toolbar text={text} />;
}

interface Toggle {
  icon: OperatorIconName;
  label: string;
  name: string;
  run: (editor: Editor) => void;
}

const MARKS: readonly Toggle[] = [
  { icon: 'bold', label: 'Bold', name: 'bold', run: (editor) => editor.chain().focus().toggleBold().run() },
  {
    icon: 'italic',
    label: 'Italic',
    name: 'italic',
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    icon: 'underline',
    label: 'Underline',
    name: 'underline',
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
  },
];
const LISTS: readonly Toggle[] = [
  {
    icon: 'bulleted',
    label: 'Bulleted list',
    name: 'bulletList',
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    icon: 'numbered',
    label: 'Numbered list',
    name: 'orderedList',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
];

function Toolbar({ text }: { text: FormattedTextState }) {
  const { editor, element } = text.editing;
  const canvas = useCanvasEditing();
  const bar = useRef<HTMLDivElement>(null);
  const [, renew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    editor.on('transaction', renew);
    return () => void editor.off('transaction', renew);
  }, [editor]);
  useLayoutEffect(() => (bar.current ? follow(bar.current, element) : undefined), [element]);
  const setLinking = (isLinking: boolean) => canvas.set({ text: { ...text, isLinking } });
  return (
    <div {...{ [TEXT_TOOLS_ATTRIBUTE]: '' }}>
      <Bar
        ref={bar}
        role="toolbar"
        aria-label={`Format: ${text.label}`}
        onKeyDown={(event) => walk(event, editor)}
      >
        <StyleSelect editor={editor} />
        {LISTS.map((toggle) => (
          <ToggleButton key={toggle.name} editor={editor} toggle={toggle} />
        ))}
        <Divider />
        {MARKS.map((toggle) => (
          <ToggleButton key={toggle.name} editor={editor} toggle={toggle} />
        ))}
        <IconButton
          icon="link"
          label="Link (Ctrl+K)"
          aria-pressed={editor.isActive('link')}
          onMouseDown={keepFocus}
          onClick={() => setLinking(true)}
        />
        <Divider />
        <IconButton
          icon="close"
          label="Cancel (Esc)"
          onMouseDown={keepFocus}
          onClick={() => text.end(false)}
        />
        <IconButton
          icon="check"
          label="Done (Ctrl+Enter)"
          onMouseDown={keepFocus}
          onClick={() => text.end(true)}
        />
      </Bar>
      {text.isLinking && <TextLinkDialog editor={editor} onClose={() => setLinking(false)} />}
    </div>
  );
}

function ToggleButton({ editor, toggle: { icon, label, name, run } }: { editor: Editor; toggle: Toggle }) {
  return (
    <IconButton
      icon={icon}
      label={label}
      aria-pressed={editor.isActive(name)}
      onMouseDown={keepFocus}
      onClick={() => run(editor)}
    />
  );
}

function StyleSelect({ editor }: { editor: Editor }) {
  const { levels } = RICH_TEXT_EDITOR_OPTIONS.heading;
  const level = levels.find((each) => editor.isActive('heading', { level: each }));
  return (
    <select
      aria-label="Style"
      value={level ?? ''}
      onChange={({ target }) => {
        const chosen = levels.find((each) => String(each) === target.value);
        const chain = editor.chain().focus();
        (chosen === undefined ? chain.setParagraph() : chain.setHeading({ level: chosen })).run();
      }}
    >
      <option value="">Text</option>
      {levels.map((each) => (
        <option key={each} value={each}>
          Heading {each}
        </option>
      ))}
    </select>
  );
}

/** Prevents a click on the toolbar from taking the focus and the selection from the text. */
function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault();
}

/** Handles keys in the toolbar: the arrow keys move between the tools, and Escape returns to the text. */
function walk(event: KeyboardEvent<HTMLElement>, editor: Editor): void {
  const { key, currentTarget, target } = event;
  event.stopPropagation();
  if (key === 'Escape') {
    editor.commands.focus();
    return;
  }
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step === undefined || !(target instanceof HTMLElement)) return;
  event.preventDefault();
  const tools = [...currentTarget.querySelectorAll<HTMLElement>('select, button')];
  tools.at((tools.indexOf(target) + step) % tools.length)?.focus();
}

/**
 * Keeps the toolbar above the text, or below it if there is no space above, while the text or the canvas moves. Returns
 * a function that stops this.
 */
function follow(bar: HTMLElement, text: HTMLElement): () => void {
  const frame = text.ownerDocument.defaultView?.frameElement;
  let next = 0;
  let before = '';
  const place = () => {
    next = requestAnimationFrame(place);
    if (!frame) return;
    const outer = frame.getBoundingClientRect();
    const inner = text.getBoundingClientRect();
    const scale = outer.width / frame.clientWidth;
    const area = frame.closest('[class*="PuckCanvas-inner"]')?.getBoundingClientRect() ?? outer;
    const above = outer.top + inner.top * scale - bar.offsetHeight - GAP_PX;
    const below = outer.top + inner.bottom * scale + GAP_PX;
    const lowest = innerHeight - bar.offsetHeight - GAP_PX;
    const top = above >= area.top ? above : Math.min(Math.max(below, area.top), lowest);
    const left = Math.min(
      Math.max(outer.left + inner.left * scale, GAP_PX),
      innerWidth - bar.offsetWidth - GAP_PX,
    );
    const at = `${Math.round(left)}px ${Math.round(Math.max(top, GAP_PX))}px`;
    if (at !== before) bar.style.translate = at;
    before = at;
  };
  place();
  return () => cancelAnimationFrame(next);
}
