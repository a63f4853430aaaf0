import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { OperatorRole } from '../../contracts/operators/account-calls.ts';
import {
  WORDPRESS_SIGN_IN_OUTCOME_PARAMETER,
  wordPressSignInMessage,
} from '../../contracts/operators/wordpress-sign-in.ts';
import {
  wordPressAccountCalls,
  type WordPressAccountInfo,
} from '../../contracts/operators/wordpress-account-calls.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { apiQueryKey, apiQuery, callApi } from '../call-api.ts';
import { StackedForm, FormFault } from '../sign-in/stacked-form.tsx';

const LEFT_BEHIND =
  'Disconnected here. WordPress did not delete the password: delete it in your profile there, at “Application Passwords”.';

/** Shows which WordPress account the signed-in person has connected, with buttons to connect and disconnect it. */
export function WordPressAccountPanel({ role }: { role: OperatorRole }) {
  const { data, error, refetch } = useQuery(apiQuery(wordPressAccountCalls.read, {}));
  return (
    <Panel title="Your WordPress account">
      {error && (
        <ErrorState title="Failed to load your account" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <p role="status">Loading your WordPress account…</p>}
      {data?.own && <Connected {...data.own} role={role} site={data.site ?? ''} />}
      {data && !data.own && <Unconnected shared={data.shared} />}
    </Panel>
  );
}

function Unconnected({ shared }: Pick<WordPressAccountInfo, 'shared'>) {
  const [parameters] = useSearchParams();
  const connecting = useMutation({
    mutationFn: () => callApi(wordPressAccountCalls.connect, { to: '/admin/account' }),
    onSuccess: ({ url }) => location.assign(url),
  });
  const outcome = connecting.isIdle ? connectionFault(parameters) : null;
  return (
    <StackedForm
      onSubmit={(event) => {
        event.preventDefault();
        connecting.mutate();
      }}
    >
      <p>
        {shared === null
          ? 'Connect your account to save pages in WordPress.'
          : `Your changes to pages are made under the shared account “${shared}”. Connect your own account, and WordPress records them in your name.`}
      </p>
      <FormFault>{connecting.error ? errorMessage(connecting.error) : outcome}</FormFault>
      <ButtonRow>
        <BusyButton busy={connecting.isPending || connecting.isSuccess} busyLabel="Opening WordPress…">
          Work as yourself in WordPress
        </BusyButton>
      </ButtonRow>
    </StackedForm>
  );
}

/** Returns the message about a connection that failed; null if none has failed. */
function connectionFault(parameters: URLSearchParams): string | null {
  const outcome = parameters.get(WORDPRESS_SIGN_IN_OUTCOME_PARAMETER);
  return outcome === 'connected' ? null : wordPressSignInMessage(outcome);
}

type Own = NonNullable<WordPressAccountInfo['own']>;

function Connected({ name, login, connectedAt, role, site }: Own & { role: OperatorRole; site: string }) {
  const [asking, setAsking] = useState(false);
  const [parameters] = useSearchParams();
  const queries = useQueryClient();
  const disconnecting = useMutation({
    mutationFn: () => callApi(wordPressAccountCalls.disconnect, {}),
    async onSuccess({ deletedInWordPress }) {
      setAsking(false);
      if (!deletedInWordPress) return;
      // Disconnecting signs an editor out.
      if (role === 'editor') location.replace('/sign-in');
      else await queries.invalidateQueries({ queryKey: apiQueryKey(wordPressAccountCalls.read) });
    },
    onError: () => setAsking(false),
  });
  const isLeftBehind = disconnecting.data?.deletedInWordPress === false;
  const outcome = disconnecting.isIdle ? connectionFault(parameters) : null;
  return (
    <>
      <p>
        You work as <strong>{name}</strong> ({login}) at {site}, since <Timestamp at={connectedAt} />. You may
        do here what WordPress lets you do there.
      </p>
      {parameters.get(WORDPRESS_SIGN_IN_OUTCOME_PARAMETER) === 'connected' && !isLeftBehind && (
        <div role="status">
          <StatusLine state="ok">{wordPressSignInMessage('connected')}</StatusLine>
        </div>
      )}
      <FormFault>
        {isLeftBehind ? LEFT_BEHIND : disconnecting.error ? errorMessage(disconnecting.error) : outcome}
      </FormFault>
      {!isLeftBehind && (
        <Button type="button" $look="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Disconnect
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title="Disconnect your WordPress account?"
        confirmLabel="Disconnect"
        busyLabel="Disconnecting…"
        busy={disconnecting.isPending}
        onConfirm={() => disconnecting.mutate()}
        onCancel={() => setAsking(false)}
      >
        <p>
          The password is deleted here and in WordPress.{' '}
          {role === 'editor' ? 'You are signed out everywhere.' : 'Pages that you saved stay as they are.'}
        </p>
      </ConfirmDialog>
    </>
  );
}
