import type { HTMLInputAutoCompleteAttribute } from 'react';
import styled from 'styled-components';
import { controlLook, describedBy, type ControlProps, type FieldWords } from './control.ts';
import { Field, FieldMessages, LabelAbove, OptionalMark } from './field-frame.tsx';

const Input = styled.input`
  ${controlLook}
`;

const Area = styled.textarea`
  ${controlLook}
  min-height: 8rem;
  resize: vertical;
  field-sizing: content;
  max-height: 24rem;
`;

interface Props extends FieldWords, ControlProps {
  type?: 'text' | 'email' | 'tel';
  inputMode?: 'text' | 'email' | 'tel' | 'numeric';
  autoComplete?: HTMLInputAutoCompleteAttribute;
  defaultValue?: string | undefined;
  maxLength?: number;
  /** What a phone's keyboard shows on its Enter key; left out, it goes to the next field where there is one. */
  enterKeyHint?: 'go';
  /** For what is no sentence, where the type does not say so. */
  autoCapitalize?: 'none' | 'words';
  spellCheck?: boolean;
  /** Several lines. */
  multiline?: boolean;
}

/** An input for text under its label, with what is wrong with it. Takes `register()` of react-hook-form. */
export function TextField({
  id,
  label,
  error,
  hint,
  optional,
  type = 'text',
  inputMode,
  multiline,
  ...rest
}: Props) {
  const control = {
    ...rest,
    id,
    // Told, not enforced: the form has words of its own for what is missing.
    'aria-required': optional ? undefined : true,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy({ id, error, hint }),
  };
  return (
    <Field>
      <LabelAbove htmlFor={id}>
        {label}
        {optional && <OptionalMark />}
      </LabelAbove>
      {multiline ? <Area {...control} /> : <Input {...control} type={type} inputMode={inputMode} />}
      <FieldMessages id={id} error={error} hint={hint} />
    </Field>
  );
}
