import type { HTMLInputAutoCompleteAttribute } from 'react';
import styled from 'styled-components';
import { controlStyles, describedBy, type ControlProps, type FieldTextProps } from './control.ts';
import { FieldFrame, FieldMessages, LabelAbove, LabelNote } from './field-frame.tsx';

const Input = styled.input`
  ${controlStyles}
`;

const Area = styled.textarea`
  ${controlStyles}
  min-height: 8rem;
  resize: vertical;
  field-sizing: content;
  max-height: 24rem;
`;

interface Props extends FieldTextProps, ControlProps {
  type?: 'text' | 'email' | 'tel';
  inputMode?: 'text' | 'email' | 'tel' | 'numeric';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  defaultValue?: string | undefined;
  maxLength?: number;
  /** Has the browser validate the field, in a form without validation of its own. */
  required?: boolean;
  /** Pass a space if CSS must detect an empty field with `:placeholder-shown`. */
  placeholder?: string;
  /** Only for CSS (`:valid`): the forms do their own validation. */
  pattern?: string;
  /** The action shown on a phone's Enter key. By default, some phones show “Next”, and Enter moves to the next field. */
  enterKeyHint?: 'go';
  /** Overrides the automatic capitalization of sentences on touch keyboards. */
  autoCapitalize?: 'none' | 'words';
  spellCheck?: boolean;
  /** Names another field that may be filled in instead. Shown after the label, as “(or …)”. */
  or?: string;
  /** Whether to render a text area. */
  multiline?: boolean;
}

/** A text input or a text area with its label, error and hint. Accepts the props of react-hook-form's `register()`. */
export function TextField({
  id,
  label,
  error,
  hint,
  optional,
  or,
  type = 'text',
  inputMode,
  multiline,
  ...rest
}: Props) {
  const control = {
    ...rest,
    id,
    // For screen readers only: unless `required` is set, the form shows its own message for a missing value.
    'aria-required': optional || or ? undefined : true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy({ id, error, hint }),
  };
  return (
    <FieldFrame>
      <LabelAbove htmlFor={id}>
        {label}
        {optional && <LabelNote />}
        {or && <LabelNote>or {or}</LabelNote>}
      </LabelAbove>
      {multiline ? <Area {...control} /> : <Input {...control} type={type} inputMode={inputMode} />}
      <FieldMessages id={id} error={error} hint={hint} />
    </FieldFrame>
  );
}
