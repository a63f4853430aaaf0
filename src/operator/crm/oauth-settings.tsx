import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { ButtonRow } from '../../ui/form/button.tsx';
import { CopyableValue } from '../parts/text/copyable-value.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButtonLink } from '../parts/controls/small-button.tsx';
import { NumberedList } from '../parts/text/text-list.ts';
import { useOperatorData } from '../use-operator-data.ts';
import { crmStatusQuery, oauthStatusQuery } from './crm-queries.ts';
import { LocationList } from './location-list.tsx';

interface Props {
  connect: (locationId?: string) => void;
  waiting: boolean;
}

/**
 * The OAuth settings: the connected locations, a button that connects another one, and how to set up the application in
 * HighLevel, with the redirect URL to enter there.
 */
export function OauthSettings({ connect, waiting }: Props) {
  const { origin } = useOperatorData();
  const { data: status } = useQuery(crmStatusQuery);
  const { data, error, refetch } = useQuery(oauthStatusQuery);
  const unset = status?.oauthCredentialsPresent === false;
  return (
    <>
      <Panel title="Authorized locations">
        {error ? (
          <ErrorState title="Error checking OAuth status" error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <LocationList status={data} revokeFailure="Failed to revoke authorization" onReconnect={connect} />
        ) : (
          <LoadingState />
        )}
        {data?.message && <p>{data.message}</p>}
        <ButtonRow>
          <BusyButton
            type="button"
            busy={waiting}
            busyLabel="Waiting for the pop-up…"
            disabled={unset}
            onClick={() => connect()}
          >
            Connect a location
          </BusyButton>
          <SmallButtonLink to="/oauth/test" $look="outline">
            OAuth testing center
          </SmallButtonLink>
        </ButtonRow>
      </Panel>
      <Panel title="In the HighLevel marketplace">
        <NumberedList>
          <li>Make an application for sub-accounts, and give it this redirect URL.</li>
          <li>
            Put its client id and secret into the settings <code>GHL_CLIENT_ID</code> and{' '}
            <code>GHL_CLIENT_SECRET</code> of this server, and restart it.
          </li>
          <li>
            Connect here, and choose a location. The first one gets the leads, until you choose another.
          </li>
        </NumberedList>
        <CopyableValue text={`${origin}/api/oauth/callback`} what="redirect URL" />
      </Panel>
    </>
  );
}
