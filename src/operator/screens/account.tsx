import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent, useState } from 'react';
import { TwoFactorPanel } from '../account/two-factor-panel.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { PanelGrid, Panel } from '../parts/text/panel.tsx';
import { WordPressAccountPanel } from '../account/wordpress-account.tsx';
import { useOperatorData } from '../use-operator-data.ts';
import { useSession, SESSION_QUERY_KEY } from '../use-session.ts';
import {
  accountCalls,
  SESSION_IDLE_HOURS,
  SESSION_MAX_DAYS,
} from '../../contracts/operators/account-calls.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { errorMessage } from '../parts/states/error-message.ts';
import { callApi } from '../call-api.ts';
import { StackedForm, FormFault, formFieldText } from '../sign-in/stacked-form.tsx';
import { PasswordField, PASSWORD_HINT } from '../sign-in/password-field.tsx';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { useSignOut } from '../account/use-sign-out.ts';

/**
 * The signed-in person's own account: password and second factor (operators only), connected WordPress account, and
 * sessions.
 */
export default function AccountScreen() {
  const { session, error, retry } = useSession();
  const { hasWordPress } = useOperatorData();
  if (!session)
    return error ? (
      <ErrorState title="Failed to load your account" error={error} onRetry={retry} />
    ) : (
      <LoadingState label="Loading your account…" />
    );
  const { operator } = session;
  return (
    <>
      <ScreenIntro>
        You are signed in as <strong>{operator.name}</strong>{' '}
        {operator.role === 'editor' ? 'with your WordPress account' : `(${operator.email})`}.
      </ScreenIntro>
      <PanelGrid>
        {operator.role === 'operator' && (
          <>
            <ChangePassword email={operator.email} />
            <TwoFactorPanel on={operator.twoFactor} codesLeft={operator.recoveryCodesLeft} />
          </>
        )}
        {hasWordPress && <WordPressAccountPanel role={operator.role} />}
        <SessionsPanel />
      </PanelGrid>
    </>
  );
}

/** A form to change the operator's own password. The change ends the sessions in other browsers. */
function ChangePassword({ email }: { email: string }) {
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: (passwords: { current: string; next: string }) =>
      callApi(accountCalls.changePassword, passwords),
    onSuccess: async () => {
      form.current?.reset();
      showToast({ kind: 'success', title: 'Password changed', text: 'Other browsers are signed out.' });
      await queryClient.invalidateQueries({ queryKey: SESSION_QUERY_KEY });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { currentTarget } = event;
    change.mutate({
      current: formFieldText(currentTarget, 'current'),
      next: formFieldText(currentTarget, 'next'),
    });
  };
  return (
    <Panel title="Password">
      <StackedForm ref={form} onSubmit={submit}>
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
        <FormFault>{change.error && errorMessage(change.error)}</FormFault>
        <div>
          <BusyButton busy={change.isPending} busyLabel="Changing…">
            Change password
          </BusyButton>
        </div>
      </StackedForm>
    </Panel>
  );
}

/** Buttons to sign out, in this browser or in every browser. */
export function SessionsPanel() {
  const [asking, setAsking] = useState(false);
  const signOut = useSignOut(() => setAsking(false));
  return (
    <Panel title="Sessions">
      <p>
        A session ends after {SESSION_IDLE_HOURS} hours of rest, and after {SESSION_MAX_DAYS} days in any
        case.
      </p>
      <ButtonRow>
        <BusyButton
          type="button"
          $look="outline"
          busy={signOut.isPending}
          busyLabel="Signing out…"
          onClick={() => signOut.mutate(false)}
        >
          Sign out here
        </BusyButton>
        <Button
          type="button"
          $look="outline"
          aria-haspopup="dialog"
          disabled={signOut.isPending}
          onClick={() => setAsking(true)}
        >
          Sign out everywhere
        </Button>
      </ButtonRow>
      <ConfirmDialog
        open={asking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        busyLabel="Signing out…"
        busy={signOut.isPending}
        onConfirm={() => signOut.mutate(true)}
        onCancel={() => setAsking(false)}
      >
        <p>All your sessions end at once, in this browser too.</p>
      </ConfirmDialog>
    </Panel>
  );
}
