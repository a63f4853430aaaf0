import type { ChangeEvent, FocusEvent } from 'react';
import { css } from 'styled-components';

/** A native form control that holds a value. */
export type ControlElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * The props that connect a native control to a form, as react-hook-form's `register()` returns them. Without
 * JavaScript, only the name is needed. Controls are uncontrolled: the DOM element holds the value.
 */
export interface ControlProps {
  name: string;
  ref?: (control: ControlElement | null) => void;
  onChange?: (event: ChangeEvent<ControlElement>) => unknown;
  onBlur?: (event: FocusEvent<ControlElement>) => unknown;
  disabled?: boolean;
}

/** The props that every field has: its id, and the texts around its control. */
export interface FieldTextProps {
  /** Unique on the page; the ids of the hint and the error are derived from it. */
  id: string;
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Marks the field as optional next to its label. */
  optional?: boolean;
}

/** Returns the ids of a field's error and hint, for `aria-describedby`; undefined if it has neither. */
export function describedBy({ id, error, hint }: Pick<FieldTextProps, 'id' | 'error' | 'hint'>) {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
}

/**
 * Styles for text inputs, text areas and selects. They are at least 48 px high, and their text is large enough that iOS
 * does not zoom in.
 */
export const controlStyles = css`
  display: block;
  width: 100%;
  min-width: 0;
  min-height: 3rem;
  padding: 0.6rem 0.875rem;
  border: 2px solid ${({ theme }) => theme.color.inkSoft};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.paper};
  color: ${({ theme }) => theme.color.ink};
  font-size: 1.125rem;
  line-height: 1.4;
  transition: border-color 0.16s;
  &:hover {
    border-color: ${({ theme }) => theme.color.ink};
  }
  &:focus {
    border-color: ${({ theme }) => theme.color.accent};
  }
  &:focus-visible {
    outline: 3px solid ${({ theme }) => theme.color.accent};
    outline-offset: 2px;
    border-radius: ${({ theme }) => theme.radius.s};
  }
  &[aria-invalid='true'] {
    border-color: ${({ theme }) => theme.color.accentStrong};
    border-inline-start-width: 6px;
  }
  /* Browsers override the background of autofilled controls; only an inset shadow can cover it. */
  &:autofill {
    box-shadow: inset 0 0 0 100rem ${({ theme }) => theme.color.sand};
    -webkit-text-fill-color: ${({ theme }) => theme.color.ink};
    caret-color: ${({ theme }) => theme.color.ink};
  }
  &:disabled {
    opacity: 0.6;
  }
`;
