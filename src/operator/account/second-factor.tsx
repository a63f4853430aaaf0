import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { accountCalls, type TwoFactorSetUp } from '../../contracts/operators/account-calls.ts';
import { Panel } from '../parts/text/panel.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { callApi } from '../call-api.ts';
import { SESSION_KEY } from '../use-session.ts';
import { PasswordGate } from './password-gate.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ScanCode } from './scan-code.tsx';

type Step =
  | { kind: 'rest' }
  | { kind: 'password'; aim: 'start' | 'remove' }
  | { kind: 'scan'; set: TwoFactorSetUp }
  | { kind: 'codes'; codes: readonly string[] };

interface Props {
  on: boolean;
  codesLeft: number;
}

/** Turns the second factor on and off. It is a code from an authenticator app, in addition to the password. */
export function SecondFactor({ on, codesLeft }: Props) {
  const [step, setStep] = useState<Step>({ kind: 'rest' });
  const answers = useQueryClient();
  const refresh = () => answers.invalidateQueries({ queryKey: SESSION_KEY });
  const rest = () => setStep({ kind: 'rest' });

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
            <Button type="button" onClick={() => setStep({ kind: 'password', aim: 'start' })}>
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
        <ScanCode
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
