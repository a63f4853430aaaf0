import { useEffect, useId, useRef, type FormEvent } from 'react';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import type { SignedIn } from '../../contracts/operators/account-calls.ts';
import { AccountForm, FormFault, typedIn } from './account-form.tsx';
import { PasswordField } from './password-field.tsx';
import { useSignIn } from './use-sign-in.ts';

interface Props {
  /** Set after a session has ended: only the same operator may sign in again. */
  email?: string;
  onDone: (answer: SignedIn) => void;
  /** If set, a button to cancel is shown. */
  onCancel?: () => void;
}

/** Asks for the email address and password, and then for a second-factor code if the account requires it. */
export function SignInForm({ email, onDone, onCancel }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { codeNeeded, error, seconds, busy, signIn, startOver } = useSignIn(onDone);
  useEffect(() => {
    if (codeNeeded) form.current?.querySelector<HTMLInputElement>('[name="code"]')?.focus();
  }, [codeNeeded]);
  useEffect(() => {
    if (!error) return;
    const wrong = form.current?.querySelector<HTMLInputElement>(
      `[name="${codeNeeded ? 'code' : 'password'}"]`,
    );
    wrong?.focus();
    wrong?.select();
  }, [error, codeNeeded]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    if (seconds > 0 || busy) return;
    signIn({
      email: email ?? typedIn(currentTarget, 'email'),
      password: typedIn(currentTarget, 'password'),
      code: codeNeeded ? typedIn(currentTarget, 'code') : '',
    });
  };
  return (
    <AccountForm ref={form} onSubmit={submit}>
      <div hidden={codeNeeded}>
        <TextField
          id={`${id}-email`}
          name="email"
          type="email"
          label="E-mail address"
          autoComplete="username"
          defaultValue={email}
          disabled={email !== undefined}
        />
      </div>
      <div hidden={codeNeeded}>
        <PasswordField
          id={`${id}-password`}
          name="password"
          label="Password"
          autoComplete="current-password"
        />
      </div>
      {codeNeeded && (
        <TextField
          id={`${id}-code`}
          name="code"
          label="Code"
          hint="The six digits your authenticator app shows now, or one of your recovery codes."
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
      <FormFault>{error}</FormFault>
      <p role="status">{seconds > 0 && `You can try again in ${seconds} s.`}</p>
      <ButtonRow>
        <BusyButton busy={busy} busyLabel="Signing in…" aria-disabled={seconds > 0}>
          Sign in
        </BusyButton>
        {codeNeeded && (
          <Button type="button" $look="quiet" onClick={startOver}>
            Back
          </Button>
        )}
        {onCancel && !codeNeeded && (
          <Button type="button" $look="quiet" onClick={onCancel}>
            Not now
          </Button>
        )}
      </ButtonRow>
    </AccountForm>
  );
}
