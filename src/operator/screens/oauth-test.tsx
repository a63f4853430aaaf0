import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../ui/form/busy-button.tsx';
import { ButtonRow } from '../../ui/form/button.tsx';
import { oauthStatusQuery } from '../crm/crm-queries.ts';
import { LocationList } from '../crm/location-list.tsx';
import { TestContactForm } from '../crm/test-contact-form.tsx';
import { useCrmConnect } from '../crm/use-crm-connect.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel, PanelGrid } from '../parts/text/panel.tsx';
import { SmallButton, SmallButtonLink } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';

/** What the status panel shows, as specified. `idle`: no location is connected. `success`: at least one is. */
type Phase = 'idle' | 'loading' | 'success' | 'error';

/** A screen to test the CRM connection: connect, revoke, create a test contact. */
export default function OauthTestScreen() {
  const { connect, waiting } = useCrmConnect();
  const { data, error, isFetching, refetch } = useQuery(oauthStatusQuery);
  const locations = data?.authorizedLocations ?? [];
  const phase: Phase =
    waiting || isFetching ? 'loading' : error ? 'error' : locations.length > 0 ? 'success' : 'idle';
  return (
    <>
      <ScreenIntro
        actions={
          <SmallButtonLink to="/admin/ghl" $look="outline">
            CRM integration
          </SmallButtonLink>
        }
      >
        Connect the CRM, see which locations authorized this site, and create a test contact there.
      </ScreenIntro>
      <PanelGrid $columns="one">
        <Panel
          title="Connection status"
          actions={
            <SmallButton $look="outline" disabled={isFetching} onClick={() => void refetch()}>
              Check again
            </SmallButton>
          }
        >
          <div aria-live="polite">
            <PhaseLine phase={phase} waiting={waiting} count={locations.length} />
          </div>
          {phase === 'error' && (
            <ErrorState title="Error checking OAuth status" error={error} onRetry={() => void refetch()} />
          )}
          {data?.message && <p>{data.message}</p>}
          <ButtonRow>
            <BusyButton
              type="button"
              busy={waiting}
              busyLabel="Waiting for the pop-up…"
              onClick={() => connect()}
            >
              {locations.length > 0 ? 'Connect another location' : 'Connect'}
            </BusyButton>
          </ButtonRow>
        </Panel>
        <Panel title="Authorized locations">
          {data ? (
            <LocationList status={data} revokeFailure="Failed to revoke access" onReconnect={connect} />
          ) : (
            !error && <LoadingState />
          )}
        </Panel>
        <Panel title="Test contact">
          <p>
            A real contact, with the tag “Test”: it starts the workflows that new contacts start in HighLevel.
          </p>
          <TestContactForm locations={locations.map(({ locationId, name }) => ({ id: locationId, name }))} />
        </Panel>
      </PanelGrid>
    </>
  );
}

function PhaseLine({ phase, waiting, count }: { phase: Phase; waiting: boolean; count: number }) {
  switch (phase) {
    case 'loading':
      return <p>{waiting ? 'Waiting for the pop-up window…' : 'Checking…'}</p>;
    case 'success':
      return (
        <StatusLine state="ok">
          {count === 1 ? 'Connected: 1 authorized location' : `Connected: ${count} authorized locations`}
        </StatusLine>
      );
    case 'error':
      return null;
    case 'idle':
      return <StatusLine state="warn">Not connected</StatusLine>;
  }
}
