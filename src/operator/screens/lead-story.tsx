import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import styled from 'styled-components';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import type { LeadDeletion, LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { ConsentPanel } from '../inbox/consent-panel.tsx';
import { LeadDeletedPanel, deleteLeadMutationKey, PrivacyPanel } from '../inbox/privacy-panel.tsx';
import { DeliveryPanel } from '../inbox/delivery-panel.tsx';
import { leadTitle } from '../inbox/lead-labels.ts';
import { keepNoteDraft } from '../inbox/note-drafts.ts';
import { PrivateNotesPanel } from '../inbox/private-notes-panel.tsx';
import { AttributionPanel } from '../inbox/attribution-panel.tsx';
import { OtherLeadsPanel, PersonPanel } from '../inbox/person-panel.tsx';
import { ContactButtons } from '../inbox/contact-buttons.tsx';
import { ReminderPanel } from '../inbox/reminder-panel.tsx';
import { StatusPanel } from '../inbox/status-panel.tsx';
import { LeadHistoryPanel } from '../inbox/lead-history-panel.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LiveBadge } from '../parts/states/live-badge.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButtonLink } from '../parts/controls/small-button.tsx';
import { apiQueryKey, apiQuery } from '../call-api.ts';
import { RequestError } from '../request.ts';
import { useRefetchOnLiveEvents } from '../live-stream.ts';

/** Refetch interval in milliseconds while the live stream is not connected. */
const REFETCH_MS = 15_000;

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
  h2 {
    overflow-wrap: anywhere;
  }
`;

const Top = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.25rem 1rem;
  margin-block-end: ${({ theme }) => theme.space.m};
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
  align-items: start;
  > div {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: inherit;
  }
  @media (min-width: 64rem) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
  }
`;

/** Everything about one lead (person, deliveries, consents, history), updated live, with the available actions. */
export default function LeadStoryScreen() {
  const { id = '' } = useParams();
  return <Story key={id} id={id} />;
}

function Story({ id }: { id: string }) {
  const queryClient = useQueryClient();
  const [deleted, setDeleted] = useState<LeadDeletion | null>(null);
  const isDeleting = useIsMutating({ mutationKey: deleteLeadMutationKey(id) }) > 0;
  const live = useRefetchOnLiveEvents(apiQueryKey(leadCalls.read, { id }));
  const { data, error, refetch } = useQuery({
    ...apiQuery(leadCalls.read, { id }),
    // A live event may report the deletion before the response to the delete request arrives. A refetch would then fail
    // with “not found”.
    enabled: deleted === null && !isDeleting,
    staleTime: 0,
    refetchInterval: live === 'live' ? false : REFETCH_MS,
  });
  const isGone = error instanceof RequestError && error.status === 404;
  return (
    <>
      <Top>
        <SmallButtonLink to="/admin/leads" $look="outline">
          All leads
        </SmallButtonLink>
        <LiveBadge state={live} />
      </Top>
      {deleted ? (
        <LeadDeletedPanel done={deleted} />
      ) : (
        <Parts>
          {error && (
            <ErrorState
              title={isGone ? 'This lead is not here' : 'Failed to load the lead'}
              error={error}
              {...(isGone ? {} : { onRetry: () => void refetch() })}
            />
          )}
          {!data && !error && <LoadingState label="Loading the lead…" />}
          {data && !isGone && (
            <>
              <h2>{leadTitle(data)}</h2>
              <ContactButtons lead={data} />
              <StatusPanel lead={data} />
              <Columns>
                <div>
                  <PersonPanel lead={data} />
                  <DeliveryPanel lead={data} />
                  <LeadHistoryPanel events={data.events} />
                </div>
                <div>
                  <ReminderPanel lead={data} />
                  <PrivateNotesPanel lead={data} />
                  {data.others.length > 0 && <OtherLeadsPanel others={data.others} href={hrefOf} />}
                  <ConsentPanel consents={data.consents} />
                  {data.subscription && <SubscriptionPanel subscription={data.subscription} />}
                  <AttributionPanel lead={data} />
                  <PrivacyPanel
                    lead={data}
                    onDeleted={(done) => {
                      setDeleted(done);
                      keepNoteDraft(id, '');
                      queryClient.removeQueries({ queryKey: apiQueryKey(leadCalls.read, { id }) });
                      void queryClient.invalidateQueries({ queryKey: apiQueryKey(leadCalls.list) });
                      void queryClient.invalidateQueries({ queryKey: apiQueryKey(leadCalls.counts) });
                    }}
                  />
                </div>
              </Columns>
            </>
          )}
        </Parts>
      )}
    </>
  );
}

function SubscriptionPanel({ subscription }: { subscription: NonNullable<LeadDetail['subscription']> }) {
  const { since, unsubscribedAt } = subscription;
  return (
    <Panel title="Market report">
      <p>
        {unsubscribedAt === null ? (
          <>
            Subscribed since <Timestamp at={since} relative={false} />.
          </>
        ) : (
          <>
            Unsubscribed <Timestamp at={unsubscribedAt} relative={false} />. Do not send it to them.
          </>
        )}
      </p>
    </Panel>
  );
}

const hrefOf = (id: string): string => `/admin/leads/${encodeURIComponent(id)}`;
