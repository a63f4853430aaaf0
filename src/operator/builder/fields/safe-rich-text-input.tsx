import { FieldLabel, type UiState } from '@puckeditor/core';
import { cloneElement, isValidElement, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { controlStyles } from '../../../ui/form/control.ts';

const Source = styled.textarea`
  ${controlStyles}
  width: 100%;
  min-height: 10rem;
  font-size: 0.875rem;
`;

type OnChange = (value: string, ui?: Partial<UiState>) => void;

interface Props {
  /** Puck's rich-text input. */
  children: ReactNode;
  label: string;
  value: unknown;
  readOnly: boolean;
  onChange: OnChange;
}

/**
 * Shows the rich-text input or, for HTML that it cannot edit, a source input. Puck inserts the HTML into this
 * document before its editor has loaded, so Puck must not receive unsanitized HTML.
 */
export function SafeRichTextInput({ children, label, value, readOnly, onChange }: Props) {
  const html = typeof value === 'string' ? value : '';
  const isPlain = isRichTextEditable(html);
  const [wasSource, setWasSource] = useState(false);
  // The source input stays once it is shown. Otherwise, it would disappear while somebody corrects the HTML in it.
  if (!isPlain && !wasSource) setWasSource(true);
  const stable = useStableOnChange(onChange);
  if (isPlain && !wasSource) {
    return isValidElement<{ onChange: OnChange }>(children)
      ? cloneElement(children, { onChange: stable })
      : children;
  }
  return (
    <FieldLabel label={`${label} (HTML)`} readOnly={readOnly}>
      <Source value={html} readOnly={readOnly} onChange={(event) => onChange(event.target.value)} />
    </FieldLabel>
  );
}

/**
 * Returns a function with a constant identity that calls the latest `onChange`. Puck's text editor sends its text
 * again whenever it receives another `onChange`. In list rows, Puck creates a new `onChange` on every render, so this
 * would loop forever, or overwrite a newer value such as that of an undo.
 */
function useStableOnChange(onChange: OnChange): OnChange {
  const latest = useRef(onChange);
  useLayoutEffect(() => {
    latest.current = onChange;
  });
  const [stable] = useState((): OnChange => (value, ui) => latest.current(value, ui));
  return stable;
}

/** Matches a tag that the rich-text input keeps, with the attributes that it keeps. */
const PLAIN_TAG =
  /^(?:<\/?(?:p|h[2-4]|ul|ol|li|strong|em|b|i|u|s|blockquote|code|pre)>|<(?:br|hr)\s*\/?>|<a(?:\s+(?:href|target|rel)="[^"]*")*>|<\/a>)$/i;

const WHOLE_BLOCK = /<(p|h[2-4]|ul|ol|blockquote|pre)\b[^>]*>[^]*?<\/\1>/gi;

/** Returns whether the rich-text input can edit this HTML without losing anything. */
export function isRichTextEditable(html: string): boolean {
  if (!(html.match(/<[^>]*>/g) ?? []).every((tag) => PLAIN_TAG.test(tag))) return false;
  // Outside of block elements, a blank line separates paragraphs, but the input would join the lines.
  const loose = html
    .replace(WHOLE_BLOCK, '\n\n')
    .replace(/<[^>]*>/g, '')
    .trim();
  return !loose.includes('\n');
}
