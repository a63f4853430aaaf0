import { FieldLabel } from '@puckeditor/core';
import { useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { controlLook } from '../../ui/control.ts';
import { isPlainHtml } from './plain-html.ts';

const Source = styled.textarea`
  ${controlLook}
  width: 100%;
  min-height: 10rem;
  font-size: 0.875rem;
`;

interface Props {
  children: ReactNode;
  label: string;
  value: unknown;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/**
 * The rich-text input, or a source input for HTML that it cannot edit. Puck inserts the HTML into this document before
 * its editor has loaded, so it must not receive unsanitized HTML.
 */
export function SafeRichText({ children, label, value, readOnly, onChange }: Props) {
  const html = typeof value === 'string' ? value : '';
  const isPlain = isPlainHtml(html);
  const [wasSource, setWasSource] = useState(false);
  // Once shown, the source input stays, even if the HTML becomes editable in the rich-text input while it is corrected.
  if (!isPlain && !wasSource) setWasSource(true);
  if (isPlain && !wasSource) return <>{children}</>;
  return (
    <FieldLabel label={`${label} (HTML)`} readOnly={readOnly}>
      <Source value={html} readOnly={readOnly} onChange={(event) => onChange(event.target.value)} />
    </FieldLabel>
  );
}
