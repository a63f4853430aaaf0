import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { VisuallyHidden } from '../../ui/theme/visually-hidden.ts';
import { crmCalls } from '../../contracts/operators/crm-calls.ts';
import { DataTable } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LiveBadge } from '../parts/states/live-badge.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { ScrollingCode } from '../parts/text/scrolling-code.tsx';
import { apiQueryKey, apiQuery } from '../call-api.ts';
import { useRefetchOnLiveEvents } from '../live-stream.ts';

const Payload = styled.details`
  summary {
    display: inline-flex;
    align-items: center;
    min-height: 2.75rem;
    margin-block: -0.6rem;
    color: ${({ theme }) => theme.color.accent};
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
  pre {
    max-width: min(34rem, 78vw);
    margin-block-start: 0.75rem;
    font-size: 0.8125rem;
  }
`;

/** The link is 44 px high, so that it is easy to tap. The negative margins keep the row from growing. */
const StoryLink = styled(Link)`
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
  margin-block: -0.6rem;
`;

/** Lists the recent webhook events from the CRM, newest first. New events appear automatically. */
export function RecentWebhookEventsPanel() {
  const live = useRefetchOnLiveEvents(apiQueryKey(crmCalls.events), ['crm-event']);
  const { data, error, refetch } = useQuery({
    ...apiQuery(crmCalls.events, {}),
    staleTime: 0,
  });
  return (
    <Panel title="Recent events" actions={<LiveBadge state={live} />}>
      {error && (
        <ErrorState
          title="Failed to load recent webhook events"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <LoadingState label="Loading events…" />}
      {data && data.events.length === 0 && (
        <EmptyState title="No events yet">
          They appear here the moment HighLevel sends one. Change a contact there to see it.
        </EmptyState>
      )}
      {data && data.events.length > 0 && (
        <DataTable
          caption="Recent webhook events, newest first"
          rows={data.events}
          rowKey={({ id }) => id}
          columns={[
            { key: 'event', header: 'Event', lead: true, cell: ({ event }) => <strong>{event}</strong> },
            {
              key: 'timestamp',
              header: 'Time',
              cell: ({ timestamp }) => <Timestamp at={Date.parse(timestamp)} />,
            },
            {
              key: 'location',
              header: 'Location',
              cell: ({ locationId }) => (locationId ? <code>{locationId}</code> : 'Not named'),
            },
            {
              key: 'lead',
              header: 'Lead',
              cell: ({ leadId }) =>
                leadId ? <StoryLink to={`/admin/leads/${leadId}`}>Its story</StoryLink> : 'None of ours',
            },
            {
              key: 'data',
              header: 'Data',
              cell: ({ event, data }) =>
                data === null ? (
                  'Deleted with its lead'
                ) : (
                  <Payload>
                    <summary>
                      Show <VisuallyHidden>data of {event}</VisuallyHidden>
                    </summary>
                    <ScrollingCode code={JSON.stringify(data, null, 2)} what={`Data of ${event}`} />
                  </Payload>
                ),
            },
          ]}
        />
      )}
    </Panel>
  );
}
