import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { accountCalls } from '../../contracts/operators/account-calls.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { errorWords } from '../parts/states/error-words.ts';
import { Panel } from '../parts/text/panel.tsx';
import { callApi } from '../call-api.ts';
import { AccountForm, FormFault, typedIn } from '../sign-in/account-form.tsx';
import { PasswordField } from '../sign-in/password-field.tsx';
import { PASSWORD_HINT } from '../sign-in/password-hint.ts';
import { SESSION_KEY } from '../use-session.ts';

/** A form to change the operator's own password. The change ends the sessions in other browsers. */
export function ChangePassword({ email }: { email: string }) {
  const answers = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (passwords: { current: string; next: string }) =>
      callApi(accountCalls.changePassword, passwords),
    onSuccess: async () => {
      form.current?.reset();
      showToast({ kind: 'success', title: 'Password changed', text: 'Other browsers are signed out.' });
      await answers.invalidateQueries({ queryKey: SESSION_KEY });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    change.mutate({ current: typedIn(currentTarget, 'current'), next: typedIn(currentTarget, 'next') });
  };
  return (
    <Panel title="Password">
      <AccountForm ref={form} onSubmit={submit}>
        <input hidden readOnly name="username" autoComplete="username" value={email} />
        <PasswordField
          id="password-current"
          name="current"
          label="Present password"
          autoComplete="current-password"
        />
        <PasswordField
          id="password-next"
          name="next"
          label="New password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
        />
        <FormFault>{change.error && errorWords(change.error)}</FormFault>
        <div>
          <BusyButton busy={change.isPending} busyLabel="Changing…">
            Change password
          </BusyButton>
        </div>
      </AccountForm>
    </Panel>
  );
}
