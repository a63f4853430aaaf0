import { useQuery } from '@tanstack/react-query';
import { DataTable } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButton, SmallButtonLink } from '../parts/controls/small-button.tsx';
import { crmLocationsQuery } from './crm-queries.ts';
import { TestContactForm } from './test-contact-form.tsx';

/**
 * A form that sends a real contact to the CRM to test the connection, and the list of locations that this site can
 * reach. The list comes last, because it grows when it has loaded.
 */
export function CrmConnectionTest() {
  const { data, error, isFetching, refetch } = useQuery(crmLocationsQuery);
  return (
    <>
      <Panel
        title="Does the CRM take a contact?"
        actions={
          <SmallButtonLink to="/oauth/test" $look="outline">
            OAuth testing center
          </SmallButtonLink>
        }
      >
        <p>
          A real contact, with the tag “Test”: it starts the workflows that new contacts start in HighLevel.
        </p>
        <TestContactForm locations={data?.locations ?? []} />
      </Panel>
      <Panel
        title="Locations"
        actions={
          <SmallButton $look="outline" disabled={isFetching} onClick={() => void refetch()}>
            Refresh
          </SmallButton>
        }
      >
        {error && (
          <ErrorState title="Failed to load locations" error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <LoadingState />}
        {data && data.locations.length === 0 && (
          <EmptyState title="No locations">
            Connect one under OAuth Settings, or set a private-integration token.
          </EmptyState>
        )}
        {data && data.locations.length > 0 && (
          <DataTable
            caption="Locations this site reaches"
            rows={data.locations}
            rowKey={({ id }) => id}
            columns={[
              {
                key: 'id',
                header: 'Location',
                lead: true,
                cell: ({ id, name }) => name ?? <code>{id}</code>,
              },
              {
                key: 'by',
                header: 'Reached by',
                cell: ({ by }) => (by === 'token' ? 'Private-integration token' : 'OAuth'),
              },
            ]}
          />
        )}
      </Panel>
    </>
  );
}
