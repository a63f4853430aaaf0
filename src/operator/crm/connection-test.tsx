import { useQuery } from '@tanstack/react-query';
import { ButtonRow } from '../../ui/button.tsx';
import { errorWords } from '../parts/error-state.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { LoadingState } from '../parts/loading-state.tsx';
import { Panel } from '../parts/panel.tsx';
import { SmallButton, SmallButtonLink } from '../parts/small-button.tsx';
import { StatusLine } from '../parts/status-line.tsx';
import { crmLocationsQuery } from './crm-queries.ts';

/** Asks the CRM something, to see that it answers. */
export function ConnectionTest() {
  const { data, error, isFetching, refetch } = useQuery(crmLocationsQuery);
  return (
    <Panel title="Does the CRM answer?">
      <div aria-live="polite">
        {isFetching ? (
          <LoadingState label="Asking the CRM for its locations…" />
        ) : error ? (
          <>
            <StatusLine state="fail">The CRM does not answer</StatusLine>
            <p>{errorWords(error)}</p>
          </>
        ) : (
          data && (
            <StatusLine state="ok">
              {data.locations.length === 1
                ? 'The CRM answers; 1 location'
                : `The CRM answers; ${data.locations.length} locations`}
            </StatusLine>
          )
        )}
      </div>
      {data && !error && data.locations.length > 0 && (
        <DataTable
          caption="Locations the CRM names"
          rows={data.locations}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', header: 'Name', lead: true, cell: ({ name }) => name ?? 'Unnamed location' },
            { key: 'id', header: 'Id', cell: ({ id }) => <code>{id}</code> },
          ]}
        />
      )}
      <p>The testing center goes further: it creates a contact in the CRM.</p>
      <ButtonRow>
        <SmallButton disabled={isFetching} onClick={() => void refetch()}>
          Test connection
        </SmallButton>
        <SmallButtonLink to="/oauth/test" $look="outline">
          OAuth testing center
        </SmallButtonLink>
      </ButtonRow>
    </Panel>
  );
}
