import { useState } from 'react';
import styled from 'styled-components';
import { MIN_PASSWORD_CHARACTERS } from '../../contracts/operators/account-calls.ts';
import { controlStyles, describedBy, type ControlProps, type FieldTextProps } from '../../ui/form/control.ts';
import { FieldLabel, FieldMessages } from '../../ui/form/field-frame.tsx';

const Label = styled(FieldLabel)`
  display: block;
  margin-block-end: 0.35rem;
`;

const Row = styled.div`
  position: relative;
`;

const Input = styled.input`
  ${controlStyles}
  padding-inline-end: 4.75rem;
`;

const Toggle = styled.button`
  position: absolute;
  inset-block: 2px;
  inset-inline-end: 2px;
  min-width: 4.25rem;
  border: 0;
  border-radius: ${({ theme }) => theme.radius.s};
  background: transparent;
  color: ${({ theme }) => theme.color.accent};
  font: inherit;
  font-weight: 620;
  text-decoration: underline;
  cursor: pointer;
`;

interface Props extends FieldTextProps, Omit<ControlProps, 'ref'> {
  /** Whether password managers fill in the saved password or suggest a new one. */
  autoComplete: 'current-password' | 'new-password';
}

/** A password input with a button that reveals the text. */
export function PasswordField({ id, label, error, hint, autoComplete, ...control }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <Row>
        <Input
          {...control}
          id={id}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={200}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, error, hint })}
        />
        <Toggle
          type="button"
          aria-controls={id}
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          {shown ? 'Hide' : 'Show'}
        </Toggle>
      </Row>
      <FieldMessages id={id} error={error} hint={hint} />
    </div>
  );
}

/**
 * The hint below every input for a new password. The server enforces the rule
 * (`server/operators/sign-in/passwords.ts`).
 */
export const PASSWORD_HINT = `At least ${MIN_PASSWORD_CHARACTERS} characters. A few words in a row are easy to remember.`;
