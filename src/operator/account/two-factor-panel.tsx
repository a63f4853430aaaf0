import { useQueryClient, useMutation } from '@tanstack/react-query';
import { useState, useId, type FormEvent, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { accountCalls, type TwoFactorSetup } from '../../contracts/operators/account-calls.ts';
import { Panel } from '../parts/text/panel.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { callApi } from '../call-api.ts';
import { SESSION_QUERY_KEY } from '../use-session.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { StackedForm, FormFault, formFieldText } from '../sign-in/stacked-form.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';

type Step =
  /** `isBack`: whether the operator comes from another step. */
  | { kind: 'rest'; isBack: boolean }
  | { kind: 'password'; aim: 'start' | 'remove' }
  | { kind: 'scan'; set: TwoFactorSetup }
  | { kind: 'codes'; codes: readonly string[] };

interface Props {
  on: boolean;
  codesLeft: number;
}

/** Turns two-factor sign-in on and off. The second factor is a code from an authenticator app. */
export function TwoFactorPanel({ on, codesLeft }: Props) {
  const [step, setStep] = useState<Step>({ kind: 'rest', isBack: false });
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (step.kind === 'rest' && step.isBack) first.current?.focus();
  }, [step]);
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: SESSION_QUERY_KEY });
  const rest = () => setStep({ kind: 'rest', isBack: true });

  const start = async (password: string) => {
    const set = await callApi(accountCalls.startTwoFactor, { password });
    setStep({ kind: 'scan', set });
  };
  const remove = async (password: string) => {
    await callApi(accountCalls.removeTwoFactor, { password });
    await refresh();
    showToast({ kind: 'success', title: 'Second factor removed', text: 'Your password alone signs you in.' });
    rest();
  };

  return (
    <Panel title="Second factor">
      <p>
        {on ? (
          <StatusLine state={codesLeft > 2 ? 'ok' : 'warn'}>
            On. {codesLeft === 1 ? '1 recovery code is' : `${codesLeft} recovery codes are`} left.
          </StatusLine>
        ) : (
          <StatusLine state="warn">Off. Your password alone signs you in.</StatusLine>
        )}
      </p>
      {step.kind === 'rest' && (
        <>
          <p>
            {on
              ? 'Set it up again for another phone, or for ten new recovery codes.'
              : 'With an authenticator app on your phone, a stolen password is not enough.'}
          </p>
          <ButtonRow>
            <Button ref={first} type="button" onClick={() => setStep({ kind: 'password', aim: 'start' })}>
              {on ? 'Set up again' : 'Set up'}
            </Button>
            {on && (
              <Button
                type="button"
                $look="outline"
                onClick={() => setStep({ kind: 'password', aim: 'remove' })}
              >
                Remove
              </Button>
            )}
          </ButtonRow>
        </>
      )}
      {step.kind === 'password' && (
        <PasswordGate
          label={step.aim === 'start' ? 'Continue' : 'Remove second factor'}
          act={step.aim === 'start' ? start : remove}
          onCancel={rest}
        />
      )}
      {step.kind === 'scan' && (
        <AuthenticatorSetup
          set={step.set}
          onDone={(codes) => {
            setStep({ kind: 'codes', codes });
            void refresh();
          }}
          onCancel={rest}
        />
      )}
      {step.kind === 'codes' && <RecoveryCodes codes={step.codes} onDone={rest} />}
    </Panel>
  );
}

interface GateProps {
  /** Label of the submit button. */
  label: string;
  /** Performs the action. Rejects if the request fails, for example because the password is wrong. */
  act: (password: string) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the password again before the account changes. */
function PasswordGate({ label, act, onCancel }: GateProps) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus(), []);
  const acting = useMutation({ mutationFn: act });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    acting.mutate(formFieldText(event.currentTarget, 'password'));
  };
  return (
    <StackedForm ref={form} onSubmit={submit}>
      <PasswordField
        id={id}
        name="password"
        label="Your password"
        hint="Asked again, so that nobody else changes this."
        autoComplete="current-password"
      />
      <FormFault>{acting.error && errorMessage(acting.error)}</FormFault>
      <ButtonRow>
        <BusyButton busy={acting.isPending} busyLabel="Checking…">
          {label}
        </BusyButton>
        <Button type="button" $look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </StackedForm>
  );
}

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr));
  gap: 0.25rem 1.5rem;
  padding: 0;
  list-style: none;
  font-family: ${({ theme }) => theme.font.mono};
  font-size: 1.0625rem;
`;

/** Shows new recovery codes. They cannot be shown again. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  return (
    <>
      <p ref={start} tabIndex={-1}>
        <strong>Keep these recovery codes.</strong> Each signs you in once when your phone is gone. They are
        not shown again.
      </p>
      <List aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </List>
      <ButtonRow>
        <CopyButton text={codes.join('\n')} what="recovery codes" />
        <SmallButton $look="outline" onClick={() => window.print()}>
          Print
        </SmallButton>
      </ButtonRow>
      <Button type="button" onClick={onDone}>
        I have kept them
      </Button>
    </>
  );
}
