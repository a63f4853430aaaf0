import { createUsePuck, useGetPuck, type Overrides } from '@puckeditor/core';
import { useEffect, useRef, type ReactNode } from 'react';
import styled from 'styled-components';
import { sectionId } from '../../../builder/section-ids.ts';
import { statusColors } from '../../../contracts/brand.ts';
import { useCanvasState } from '../editor-context.ts';
import { focusControl, toggleRowOnEnter, labelFieldControls } from '../puck-controls.ts';
import { propName } from '../saving/page-data.ts';
import { ReorderableListInput } from './reorderable-list-input.tsx';
import { SafeRichTextInput } from './safe-rich-text-input.tsx';
import { isInputShown } from './input-visibility.ts';
import { useFieldFocusRequest } from '../canvas/field-focus-store.ts';

const usePuckState = createUsePuck();

const Help = styled.p`
  margin: 0.25rem 0 0;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: 0.8125rem;
  line-height: 1.4;
`;

/** An error message below an input. */
export const FieldFault = styled(Help)`
  color: ${statusColors.fail};
  font-weight: 560;
`;

interface Props {
  children: ReactNode;
  name?: string;
  id?: string;
  field: { label?: string; metadata?: Readonly<Record<string, unknown>> };
}

/** Adds the help text and the validation errors to a field, labels its controls, and applies its `showWhen`. */
export function BlockFieldFrame({ children, name = '', id = '', field }: Props) {
  const root = useFieldRoot({ name, id, label: field.label ?? name });
  const { blocks, faults, keyOf, bound } = useCanvasState();
  const item = usePuckState(({ selectedItem }) => selectedItem);
  const help = field.metadata?.['help'];
  const fields = item && blocks.get(item.type)?.fields;
  const isHidden = item && fields && !isInputShown(name, item.props, fields);
  const messages = item ? (faults.get(sectionOf(item, name)) ?? []) : [];
  if (isHidden) return <div ref={root} hidden />;
  return (
    <div ref={root} data-field={name} onKeyDownCapture={toggleRowOnEnter}>
      {children}
      {typeof help === 'string' && <Help>{help}</Help>}
      {messages.map((message) => (
        <FieldFault key={message} role="alert">
          {/* Remove the beginning of the message, which names the page and the section. */}
          {message.replace(/^.*? › [a-z0-9_]+: /, '')}
        </FieldFault>
      ))}
    </div>
  );

  function sectionOf({ type, props }: { type: string; props: { id: string } }, prop: string): string {
    const key = keyOf(props.id, type);
    const fields = blocks.get(type)?.fields ?? {};
    const own = Object.keys(fields).find((each) => propName(each) === prop);
    return own === undefined ? '' : sectionId({ key, ids: bound.get(key) ?? {} }, own);
  }
}

/**
 * Returns a ref for the element around a field. It labels the field's controls, and focuses the first one if focus is
 * requested.
 */
function useFieldRoot({ name, id, label }: { name: string; id: string; label: string }) {
  const root = useRef<HTMLDivElement>(null);
  const [shown, end] = useFieldFocusRequest();
  const getPuck = useGetPuck();
  const { keyOf } = useCanvasState();
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const show = () => {
      const { selectedItem, appState, dispatch } = getPuck();
      if (!shown || !selectedItem || keyOf(selectedItem.props.id, selectedItem.type) !== shown.placement)
        return;
      const { field, row, column } = shown;
      const list = propName(field);
      const place = row === undefined ? list : `${list}[${row}]`;
      const target = column === undefined ? list : `${place}.${propName(column)}`;
      if (name === target) {
        if (focusControl(element)) end();
        return;
      }
      const { arrayState } = appState.ui;
      const rows = arrayState[id];
      const opened = row === undefined ? undefined : rows?.items[row]?._arrayId;
      if (name !== list || !rows || opened === undefined || rows.openId === opened) return;
      // Open the row first, because Puck renders its fields only while it is open.
      dispatch({
        type: 'setUi',
        ui: { arrayState: { ...arrayState, [id]: { ...rows, openId: opened } } },
      });
    };
    return labelFieldControls(element, label, show);
  }, [name, id, label, shown, end, getPuck, keyOf]);
  return root;
}

/**
 * Sets Puck's focused field again if a text editor has the focus. An undo clears it, although the browser's focus
 * stays, and Puck ignores what is typed into an editor of another field.
 */
function FocusedField({ name }: { name: string }) {
  const marker = useRef<HTMLSpanElement>(null);
  const getPuck = useGetPuck();
  const focus = usePuckState(({ appState }) => appState.ui.field.focus);
  useEffect(() => {
    const active = document.activeElement;
    if (
      focus === name ||
      !active?.matches('.ProseMirror') ||
      !marker.current?.parentElement?.contains(active)
    )
      return;
    const { appState, dispatch } = getPuck();
    dispatch({ type: 'setUi', ui: { field: { ...appState.ui.field, focus: name } } });
  }, [focus, name, getPuck]);
  return <span ref={marker} hidden />;
}

/**
 * Puck's `fieldTypes` overrides, which wrap Puck's own kinds of inputs in `BlockFieldFrame`. Inputs of the kind
 * `custom` wrap themselves.
 */
export const fieldTypeOverrides: Overrides['fieldTypes'] = {
  text: BlockFieldFrame,
  textarea: BlockFieldFrame,
  richtext: ({ children, ...props }) => (
    <BlockFieldFrame {...props}>
      <FocusedField name={props.name} />
      <SafeRichTextInput
        label={props.field.label ?? props.name}
        value={props.value}
        readOnly={props.readOnly === true}
        onChange={props.onChange}
      >
        {children}
      </SafeRichTextInput>
    </BlockFieldFrame>
  ),
  radio: BlockFieldFrame,
  select: BlockFieldFrame,
  array: ({ children, ...props }) => (
    <BlockFieldFrame {...props}>
      <ReorderableListInput {...props}>{children}</ReorderableListInput>
    </BlockFieldFrame>
  ),
  object: BlockFieldFrame,
};
