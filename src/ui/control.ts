import type { ChangeEvent, FocusEvent } from 'react';
import { css } from 'styled-components';

/** A native control of a form. */
export type ControlElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * What ties a native control to a form: react-hook-form's `register()` answers exactly this. Without script the name
 * is all it takes. The controls are uncontrolled: the element holds the value.
 */
export interface ControlProps {
  name: string;
  ref?: (control: ControlElement | null) => void;
  onChange?: (event: ChangeEvent<ControlElement>) => unknown;
  onBlur?: (event: FocusEvent<ControlElement>) => unknown;
  disabled?: boolean;
}

/** What every field says around its control. */
export interface FieldWords {
  /** Unique in the page; the ids of hint and error are made of it. */
  id: string;
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Says so in words beside the label. */
  optional?: boolean;
}

/** The ids of a field's error and hint, for `aria-describedby`. */
export function describedBy({ id, error, hint }: Pick<FieldWords, 'id' | 'error' | 'hint'>) {
  return [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
}

/** The look of a text input, a text area and a select: 48 px high, and too large a type for iOS to zoom in on. */
export const controlLook = css`
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
  /* Browsers paint what they fill in over any background; a shadow inside is the one thing they let through. */
  &:autofill {
    box-shadow: inset 0 0 0 100rem ${({ theme }) => theme.color.sand};
    -webkit-text-fill-color: ${({ theme }) => theme.color.ink};
    caret-color: ${({ theme }) => theme.color.ink};
  }
  &:disabled {
    opacity: 0.6;
  }
`;
