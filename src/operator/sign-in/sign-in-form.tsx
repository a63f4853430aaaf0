import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, type FormEvent, useState } from 'react';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { type SignInResult, accountCalls } from '../../contracts/operators/account-calls.ts';
import { StackedForm, FormFault, formFieldText } from './stacked-form.tsx';
import { PasswordField } from './password-field.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { apiFailure, callApi } from '../call-api.ts';

interface Props {
  /** The email address of the operator whose session ended. If set, only this operator can sign in. */
  email?: string;
  onDone: (answer: SignInResult) => void;
  /** If set, the first step has a “Not now” button, which calls it. */
  onCancel?: () => void;
}

/** Asks for the email address and password, and then for a second-factor code if the account requires it. */
export function SignInForm({ email, onDone, onCancel }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const { codeNeeded, error, seconds, busy, signIn, startOver } = useSignIn(onDone);
  const stepShown = useRef(codeNeeded);
  useEffect(() => {
    if (stepShown.current === codeNeeded) return;
    stepShown.current = codeNeeded;
    form.current?.querySelector<HTMLInputElement>(`[name="${codeNeeded ? 'code' : 'password'}"]`)?.focus();
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
      email: email ?? formFieldText(currentTarget, 'email'),
      password: formFieldText(currentTarget, 'password'),
      code: codeNeeded ? formFieldText(currentTarget, 'code') : '',
    });
  };
  return (
    <StackedForm ref={form} onSubmit={submit}>
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
    </StackedForm>
  );
}

interface Credentials {
  email: string;
  password: string;
  /** Empty until the code is requested. */
  code: string;
}

/**
 * Handles the sign-in request. Returns the error message, the current step, and the seconds until the next attempt is
 * allowed.
 */
function useSignIn(onDone: (answer: SignInResult) => void) {
  const [codeNeeded, setCodeNeeded] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const { seconds, start } = useCountdown();
  const entering = useMutation({
    mutationFn: ({ code, ...rest }: Credentials) =>
      callApi(accountCalls.signIn, { ...rest, ...(code ? { code } : {}) }),
    // Clear the message, so that screen readers announce the next one even if it is the same.
    onMutate: () => setError(null),
    onSuccess: onDone,
    onError: (fault) => {
      const refusal = apiFailure(accountCalls.signIn, fault);
      start(refusal?.wait ?? 0);
      // The first request for a code is not an error, but the next step.
      setError(refusal?.codeNeeded && !codeNeeded ? null : errorMessage(fault));
      if (refusal?.codeNeeded) setCodeNeeded(true);
    },
  });
  return {
    codeNeeded,
    error,
    seconds,
    busy: entering.isPending || entering.isSuccess,
    signIn: entering.mutate,
    /** Goes back to the step with the email address and password. */
    startOver: () => {
      setCodeNeeded(false);
      setError(null);
    },
  };
}

/** Returns the whole seconds left in a countdown, and a function that starts it. */
function useCountdown(): { seconds: number; start: (seconds: number) => void } {
  const [seconds, setSeconds] = useState(0);
  /** The end of the countdown in epoch milliseconds; 0 while no countdown is running. */
  const [until, setUntil] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setSeconds(left);
      if (left === 0) setUntil(0);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  const start = (wait: number) => {
    setSeconds(wait);
    setUntil(wait > 0 ? Date.now() + wait * 1000 : 0);
  };
  return { seconds, start };
}
