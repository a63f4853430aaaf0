import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, type FormEvent } from 'react';
import styled from 'styled-components';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { accountCalls, type TwoFactorSetup } from '../../contracts/operators/account-calls.ts';
import { CopyButton } from '../parts/controls/copy-button.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { callApi } from '../call-api.ts';
import { StackedForm, FormFault, formFieldText } from '../sign-in/stacked-form.tsx';

const Secret = styled.p`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
  code {
    overflow-wrap: anywhere;
  }
`;

interface Props {
  set: TwoFactorSetup;
  onDone: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/**
 * Shows a new two-factor secret as a QR code for an authenticator app, and asks for a code of that app to confirm it.
 */
export function AuthenticatorSetup({ set, onDone, onCancel }: Props) {
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus(), []);
  const confirm = useMutation({
    mutationFn: (code: string) => callApi(accountCalls.confirmTwoFactor, { code }),
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    confirm.mutate(formFieldText(event.currentTarget, 'code'));
  };
  return (
    <>
      <p ref={start} tabIndex={-1}>
        Scan this with your authenticator app.
      </p>
      <QrCode {...set} label="QR code of the new secret" />
      <Secret>
        <span>
          Or type it in: <code>{set.secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
        </span>
        <CopyButton text={set.secret} what="the secret" />
      </Secret>
      <StackedForm onSubmit={submit}>
        <TextField
          id="factor-code"
          name="code"
          label="Code"
          hint="The six digits the app shows now."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
        />
        <FormFault>{confirm.error && errorMessage(confirm.error)}</FormFault>
        <ButtonRow>
          <BusyButton busy={confirm.isPending} busyLabel="Checking…">
            Turn on
          </BusyButton>
          <Button type="button" $look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </ButtonRow>
      </StackedForm>
    </>
  );
}

/** The QR code is dark on light in every color scheme, because many cameras cannot read inverted codes. */
const Drawing = styled.svg`
  display: block;
  width: min(100%, 14rem);
  height: auto;
  padding: 0.5rem;
  border-radius: ${({ theme }) => theme.radius.s};
  background: #fff;
  fill: #000;
  shape-rendering: crispEdges;
  forced-color-adjust: none;
`;

interface QrCodeProps {
  size: number;
  /** One string of 0s and 1s per row. */
  rows: readonly string[];
  /** Describes the content to screen readers. */
  label: string;
}

function QrCode({ size, rows, label }: QrCodeProps) {
  const path = rows
    .flatMap((row, y) =>
      [...row.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
    )
    .join('');
  return (
    <Drawing role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={path} />
    </Drawing>
  );
}
