import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { shownLeadFields } from '../../contracts/leads/lead-fields.ts';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { leadMessage, notesWithoutFormLines } from '../../contracts/leads/shown-message.ts';
import type { LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { SmallButton, SmallButtonLink } from '../parts/controls/small-button.tsx';
import { apiQueryKey, apiQuery } from '../call-api.ts';
import { useRefetchOnLiveEvents } from '../live-stream.ts';
import { RequestError } from '../request.ts';
import { DescriptionList, MessageQuote } from './description-list.tsx';
import { formProgressLabel, inquiryTypeLabel, leadTitle } from './lead-labels.ts';
import { PrivateNotesPanel } from './private-notes-panel.tsx';
import { OtherLeadsPanel } from './person-panel.tsx';
import { ContactButtons, contactDetailRows } from './contact-buttons.tsx';
import { ReminderPanel } from './reminder-panel.tsx';
import { StatusPanel } from './status-panel.tsx';

/** Refetch interval in milliseconds while the live stream is not connected. */
const REFETCH_MS = 15_000;

const Side = styled.aside`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
  align-content: start;
  h2[tabindex] {
    overflow-wrap: anywhere;
    outline: none;
  }
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0.5rem;
`;

interface Props {
  id: string;
  onClose: () => void;
  /** Returns the URL at which another lead opens. */
  href: (id: string) => string;
}

/** A lead next to the list: what the person wants, how to reach them, and the lead's status, reminder and notes. */
export function LeadPanel({ id, onClose, href }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const live = useRefetchOnLiveEvents(apiQueryKey(leadCalls.read, { id }), ['lead', 'delivery']);
  const { data, error, refetch } = useQuery({
    ...apiQuery(leadCalls.read, { id }),
    staleTime: 0,
    refetchInterval: live === 'live' ? false : REFETCH_MS,
  });
  const isGone = error instanceof RequestError && error.status === 404;
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Side aria-label="Lead">
      <Row>
        <SmallButton $look="outline" onClick={onClose}>
          Back to the list
        </SmallButton>
        {data && !isGone && (
          <SmallButtonLink to={`/admin/leads/${encodeURIComponent(id)}`} $look="outline">
            The whole story
          </SmallButtonLink>
        )}
      </Row>
      <h2 ref={title} tabIndex={-1}>
        {data && !isGone ? leadTitle(data) : 'Lead'}
      </h2>
      {error && (
        <ErrorState
          title={isGone ? 'This lead is not here' : 'Failed to load the lead'}
          error={error}
          {...(isGone ? {} : { onRetry: () => void refetch() })}
        />
      )}
      {!data && !error && <LoadingState label="Loading the lead…" />}
      {data && !isGone && <Content lead={data} href={href} />}
    </Side>
  );
}

function Content({ lead, href }: { lead: LeadDetail; href: (id: string) => string }) {
  const message = leadMessage(lead);
  return (
    <>
      <ContactButtons lead={lead} />
      {message && <MessageQuote>{message}</MessageQuote>}
      <StatusPanel lead={lead} />
      <DescriptionList
        rows={[
          ...contactDetailRows(lead),
          ['About', lead.topic ?? (lead.inquiryType && inquiryTypeLabel(lead.inquiryType))],
          ...shownLeadFields('answers', lead),
          ['Areas', lead.areas],
          ['Notes', notesWithoutFormLines(lead)],
          ['Form', formProgressLabel(lead)],
          ['Source', lead.sourceText],
        ]}
      />
      <ReminderPanel lead={lead} />
      <PrivateNotesPanel lead={lead} />
      {lead.others.length > 0 && <OtherLeadsPanel others={lead.others} href={href} />}
    </>
  );
}
