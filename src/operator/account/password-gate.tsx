import { useMutation } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { errorWords } from '../parts/states/error-words.ts';
import { AccountForm, FormFault, typedIn } from '../sign-in/account-form.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';

interface Props {
  /** Label of the submit button. */
  label: string;
  /** Performs the action. Rejects if the server does not accept the password. */
  act: (password: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the password again before the account changes. */
export function PasswordGate({ label, act, onCancel }: Props) {
  const id = useId();
  const acting = useMutation({ mutationFn: act });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    acting.mutate(typedIn(event.currentTarget, 'password'));
  };
  return (
    <AccountForm onSubmit={submit}>
      <PasswordField
        id={id}
        name="password"
        label="Your password"
        hint="Asked again, so that nobody else changes this."
        autoComplete="current-password"
      />
      <FormFault>{acting.error && errorWords(acting.error)}</FormFault>
      <ButtonRow>
        <BusyButton busy={acting.isPending} busyLabel="Checking…">
          {label}
        </BusyButton>
        <Button type="button" $look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </AccountForm>
  );
}
