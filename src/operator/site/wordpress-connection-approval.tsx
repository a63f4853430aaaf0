import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  parseWordPressConnectionRequest,
  wordPressConnectionCalls as calls,
  type WordPressConnectionRequest,
} from '../../contracts/operators/wordpress-connection-calls.ts';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { Button, ButtonRow } from '../../ui/form/button.tsx';
import { apiQueryKey, callApi } from '../call-api.ts';
import { errorMessage } from '../parts/states/error-message.ts';
import { StatusLine } from '../parts/states/status-line.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { FormFault } from '../sign-in/stacked-form.tsx';

/**
 * Asks the operator whether to connect the WordPress whose plugin opened this screen with a request in the URL's
 * fragment. After approval, connects it and returns to WordPress. Renders nothing without a request. `connected` is the
 * URL of the WordPress that is connected now, or null.
 */
export function WordPressConnectionApproval({ connected }: { connected: string | null }) {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [outcome, setOutcome] = useState<'connected' | 'declined' | null>(null);
  const request = parseWordPressConnectionRequest(hash);
  const approve = useMutation({
    mutationFn: (given: WordPressConnectionRequest) => callApi(calls.approve, given),
    async onSuccess({ url }) {
      end('connected');
      await queries.invalidateQueries({ queryKey: apiQueryKey(calls.read) });
      if (url !== null) location.assign(url);
    },
  });
  /** Shows the outcome and removes the token from the address bar, because it is no longer needed. */
  function end(how: 'connected' | 'declined') {
    setOutcome(how);
    void navigate(pathname, { replace: true });
  }
  if (outcome !== null) {
    return (
      <Panel title="Request of WordPress">
        <div role="status">
          {outcome === 'connected' ? (
            <StatusLine state="ok">WordPress is connected. It goes on in WordPress.</StatusLine>
          ) : (
            <p>Nothing was connected. The request ends in ten minutes.</p>
          )}
        </div>
      </Panel>
    );
  }
  if (hash.includes('token=') && !request) {
    return (
      <Panel title="Request of WordPress">
        <FormFault>This request of WordPress is not complete. Start again in WordPress.</FormFault>
      </Panel>
    );
  }
  if (!request) return null;
  const { address } = request;
  return (
    <Panel title="A WordPress asks to connect">
      <p>
        WordPress at <strong>{address}</strong> asks to connect to this site. Approve it only if you know this
        address, and if you or a colleague pressed “Connect” there in the last ten minutes.
      </p>
      <p>
        It gets the content of this site if somebody there asks for it, and it can have the site show its
        pages, posts and menus. It sees no leads. You can disconnect it here at any time.
      </p>
      {connected !== null && connected !== address && <p>It replaces the connection to {connected}.</p>}
      <FormFault>{approve.error ? errorMessage(approve.error) : null}</FormFault>
      <ButtonRow>
        <BusyButton
          type="button"
          busy={approve.isPending}
          busyLabel="Connecting…"
          onClick={() => approve.mutate(request)}
        >
          Approve
        </BusyButton>
        <Button type="button" $look="outline" disabled={approve.isPending} onClick={() => end('declined')}>
          Not now
        </Button>
      </ButtonRow>
    </Panel>
  );
}
