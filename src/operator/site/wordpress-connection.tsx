import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import {
  WORDPRESS_CONNECTION_OUTCOME_PARAMETER,
  wordPressConnectionMessage,
  isChangingContentSource,
  isMovingContent,
  PLUGIN_DOWNLOAD_PATH,
  wordPressConnectionCalls as calls,
  type WordPressConnectionInfo,
  type WordPressConnectionState,
} from '../../contracts/operators/wordpress-connection-calls.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { apiQueryKey, callApi } from '../call-api.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { LabeledControl } from '../parts/dialogs/form-dialog.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { StatusLine } from '../parts/states/status-line.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { StackedForm, FormFault, formFieldText } from '../sign-in/stacked-form.tsx';
import { ContentMoveProgress } from './content-move-progress.tsx';

const LEFT_BEHIND =
  'Disconnected here. WordPress did not delete the password: delete it there, in the profile of the account, at “Application Passwords”.';

/**
 * Shows where the site's content comes from. Lets the operator connect or disconnect a WordPress, move the content
 * there, and choose which content the site shows.
 */
export function WordPressConnection(state: WordPressConnectionState) {
  const { source, connection, move } = state;
  const [parameters] = useSearchParams();
  const [isPasswordLeft, setPasswordLeft] = useState(false);
  const outcome = parameters.get(WORDPRESS_CONNECTION_OUTCOME_PARAMETER);
  return (
    <>
      <Panel title="Content of this site">
        <SourceLine {...state} />
        {connection?.fault && <FormFault>{`${connection.fault} The site shows its own content.`}</FormFault>}
        {outcome === 'connected' && connection && source === 'embedded' && !connection.inUse && (
          <div role="status">
            <StatusLine state="ok">{wordPressConnectionMessage(outcome)}</StatusLine>
          </div>
        )}
        {outcome !== null && outcome !== 'connected' && (
          <FormFault>{wordPressConnectionMessage(outcome)}</FormFault>
        )}
        {isPasswordLeft && <FormFault>{LEFT_BEHIND}</FormFault>}
        {source === 'embedded' && !connection && <ConnectForm />}
      </Panel>
      {connection && source !== 'environment' && (
        <Panel title="Connected WordPress">
          <Connected state={state} connection={connection} onPasswordLeft={() => setPasswordLeft(true)} />
        </Panel>
      )}
      {move && (
        <Panel title="Move to WordPress">
          <ContentMoveProgress move={move} />
        </Panel>
      )}
    </>
  );
}

function SourceLine(state: WordPressConnectionState) {
  const { source, site, connection } = state;
  if (isChangingContentSource(state)) {
    return (
      <p role="status">
        {connection?.inUse
          ? 'WordPress is being read. The site shows its own content until that is done…'
          : 'The site is changing to its own content…'}
      </p>
    );
  }
  if (source === 'environment') {
    return (
      <p>
        The site shows the content of WordPress at {site}. It is set by the environment variable{' '}
        <code>WORDPRESS_API_URL</code> of this server, so it is changed there.
      </p>
    );
  }
  if (source === 'connection') return <p>The site shows the content of WordPress at {site}.</p>;
  if (source === 'built-in') return <p>The site shows its built-in content only.</p>;
  return <p>The site shows the content that is edited here, on this server.</p>;
}

function ConnectForm() {
  const start = useMutation({
    mutationFn: (address: string) => callApi(calls.start, { address }),
    onSuccess: ({ url }) => location.assign(url),
  });
  return (
    <StackedForm
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate(formFieldText(event.currentTarget, 'address'));
      }}
    >
      <p>
        Connect a WordPress to write posts, to work with several editors, and to edit pages there. You approve
        it in WordPress, and choose afterwards what the site shows. Nothing changes before.
      </p>
      <LabeledControl>
        Address of your WordPress
        <input
          name="address"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://cms.example.com"
        />
        <small>
          Install the <a href={PLUGIN_DOWNLOAD_PATH}>companion plugin</a> there first (Plugins, Add Plugin,
          Upload Plugin), and sign in as an administrator: the two then share their secret by themselves.
        </small>
      </LabeledControl>
      <FormFault>{start.error ? errorMessage(start.error) : null}</FormFault>
      <ButtonRow>
        <BusyButton busy={start.isPending || start.isSuccess} busyLabel="Opening WordPress…">
          Connect WordPress
        </BusyButton>
      </ButtonRow>
    </StackedForm>
  );
}

type Asked = 'move' | 'use' | 'leave' | 'disconnect';

interface ConnectedProps {
  state: WordPressConnectionState;
  connection: WordPressConnectionInfo;
  /** Called if WordPress kept the application password. The parent reports it, because this component is unmounted. */
  onPasswordLeft: () => void;
}

function Connected({ state, connection, onPasswordLeft }: ConnectedProps) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const queries = useQueryClient();
  const act = useMutation({
    async mutationFn(action: Asked): Promise<{ deletedInWordPress?: boolean }> {
      if (action === 'disconnect') return callApi(calls.disconnect, {});
      await (action === 'move' ? callApi(calls.move, {}) : callApi(calls.use, { inUse: action === 'use' }));
      return {};
    },
    onSuccess({ deletedInWordPress }) {
      if (deletedInWordPress === false) onPasswordLeft();
    },
    onSettled: () => {
      setAsked(null);
      return queries.invalidateQueries({ queryKey: apiQueryKey(calls.read) });
    },
  });
  const { site, username, connectedBy, connectedAt, inUse, hasSecret, isReadable } = connection;
  const isChanging = isChangingContentSource(state);
  const ask = (action: Asked) => ({
    type: 'button' as const,
    'aria-haspopup': 'dialog' as const,
    disabled: isChanging || isMovingContent(state),
    onClick: () => setAsked(action),
  });
  return (
    <>
      <p>
        {site}, with the account “{username}”. {connectedBy} connected it <Timestamp at={connectedAt} />.
      </p>
      {!isReadable && (
        <StatusLine state="fail">
          The secret key of this server does not open the stored password. Disconnect, then connect again; or
          put the former key into SECRET_KEYS_OLD.
        </StatusLine>
      )}
      {isReadable && <Secret hasSecret={hasSecret} site={site} />}
      <FormFault>{act.error ? errorMessage(act.error) : null}</FormFault>
      {isChanging && inUse && (
        <div>
          <BusyButton
            type="button"
            $look="outline"
            busy={act.isPending}
            busyLabel="Stopping…"
            onClick={() => act.mutate('leave')}
          >
            Stop, and keep the content of this server
          </BusyButton>
        </div>
      )}
      <ButtonRow>
        {state.source === 'embedded' ? (
          <>
            <Button {...ask('move')}>Move the content to WordPress</Button>
            <Button $look="outline" {...ask('use')}>
              Show what WordPress has
            </Button>
          </>
        ) : (
          <Button $look="outline" {...ask('leave')}>
            Show the content of this server
          </Button>
        )}
        <Button $look="outline" {...ask('disconnect')}>
          Disconnect
        </Button>
      </ButtonRow>
      {(Object.keys(questions) as Asked[]).map((action) => (
        <ConfirmDialog
          key={action}
          open={asked === action}
          {...questions[action]}
          busy={act.isPending}
          onConfirm={() => act.mutate(action)}
          onCancel={() => setAsked(null)}
        >
          {questions[action].text}
        </ConfirmDialog>
      ))}
    </>
  );
}

const questions = {
  move: {
    title: 'Move the content to WordPress?',
    confirmLabel: 'Move the content',
    busyLabel: 'Starting…',
    text: 'Pages, layouts, values, pictures, menus and settings of this site are written to WordPress. Nothing that somebody wrote there is changed. Afterwards the site shows WordPress; what is here is kept.',
  },
  use: {
    title: 'Show what WordPress has?',
    confirmLabel: 'Show WordPress',
    busyLabel: 'Changing…',
    text: 'The site reads WordPress, then shows its pages, posts, menus and settings. What was edited here is kept, but not shown. You can go back at any time.',
  },
  leave: {
    title: 'Show the content of this server?',
    confirmLabel: 'Show the content of this server',
    busyLabel: 'Changing…',
    text: 'The site shows what was edited here before WordPress was connected. WordPress keeps everything, but nothing of it is shown.',
  },
  disconnect: {
    title: 'Disconnect WordPress?',
    confirmLabel: 'Disconnect',
    busyLabel: 'Disconnecting…',
    text: 'The password is deleted here and in WordPress, and the companion plugin forgets this site. The site shows what was edited here. WordPress keeps everything that it has.',
  },
} as const;

/** Shows whether this site and WordPress share a secret, with a form to enter it. */
function Secret({ hasSecret, site }: Pick<WordPressConnectionInfo, 'hasSecret' | 'site'>) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (secret: string) => callApi(calls.saveSecret, { secret }),
    onSuccess: () => {
      setOpen(false);
      return queries.invalidateQueries({ queryKey: apiQueryKey(calls.read) });
    },
  });
  return (
    <>
      <StatusLine state={hasSecret ? 'ok' : 'warn'}>
        {hasSecret
          ? 'The companion plugin and this server share a secret, for live edits and previews.'
          : 'The companion plugin shares no secret with this server yet, so edits are seen with a delay, and there are no previews. If WordPress has LINTEL_SECRET in its wp-config.php, type that secret here, or remove it there and connect again.'}
      </StatusLine>
      {!isOpen && (
        <div>
          <Button type="button" $look="outline" onClick={() => setOpen(true)}>
            {hasSecret ? 'Type another secret' : 'Type the secret'}
          </Button>
        </div>
      )}
      {isOpen && (
        <StackedForm
          onSubmit={(event) => {
            event.preventDefault();
            save.mutate(formFieldText(event.currentTarget, 'secret'));
          }}
        >
          <LabeledControl>
            Shared secret
            <input name="secret" autoComplete="off" spellCheck={false} />
            <small>
              Copy it in WordPress, at{' '}
              <a
                href={`${site}/wp-admin/options-general.php?page=lintel-site-settings&tab=connection`}
                target="_blank"
                rel="noopener"
              >
                Settings › Site settings
              </a>
              .
            </small>
          </LabeledControl>
          <FormFault>{save.error ? errorMessage(save.error) : null}</FormFault>
          <ButtonRow>
            <BusyButton busy={save.isPending} busyLabel="Saving…">
              Save the secret
            </BusyButton>
            <Button type="button" $look="outline" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </ButtonRow>
        </StackedForm>
      )}
    </>
  );
}
