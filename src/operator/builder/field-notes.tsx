import { createUsePuck, type Overrides } from '@puckeditor/core';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { statusColors } from '../parts/status-colors.ts';
import { useCanvasState } from './editor-context.ts';
import { propName } from './page-data.ts';

const usePuckState = createUsePuck();

const Help = styled.p`
  margin: 0.25rem 0 0;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: 0.8125rem;
  line-height: 1.4;
`;

const Fault = styled(Help)`
  color: ${statusColors.fail};
  font-weight: 560;
`;

interface Props {
  children: ReactNode;
  name?: string;
  field: { metadata?: Readonly<Record<string, unknown>> };
}

/** Adds the help text and the faults that the block's own schema found to an input. */
export function FieldNotes({ children, name = '', field }: Props) {
  const { blocks, faults, keyOf, bound } = useCanvasState();
  const item = usePuckState(({ selectedItem }) => selectedItem);
  const help = field.metadata?.['help'];
  const messages = item ? (faults.get(sectionOf(item, name)) ?? []) : [];
  return (
    <div>
      {children}
      {typeof help === 'string' && <Help>{help}</Help>}
      {messages.map((message) => (
        <Fault key={message} role="alert">
          {/* The message begins with the names of the page and the section, which are on the screen. */}
          {message.replace(/^.*? → [a-z0-9_]+: /, '')}
        </Fault>
      ))}
    </div>
  );

  function sectionOf({ type, props }: { type: string; props: { id: string } }, prop: string): string {
    const key = keyOf(props.id, type);
    const fields = blocks.get(type)?.fields ?? {};
    const own = Object.keys(fields).find((each) => propName(each) === prop);
    return own === undefined ? '' : (bound.get(key)?.[own] ?? `${key}_${own}`);
  }
}

/** Every kind of input of the visual editor, with its notes. */
export const notedFields: Overrides['fieldTypes'] = {
  text: FieldNotes,
  textarea: FieldNotes,
  richtext: FieldNotes,
  number: FieldNotes,
  radio: FieldNotes,
  select: FieldNotes,
  array: FieldNotes,
};
