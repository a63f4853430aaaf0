import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { VisuallyHidden } from '../../ui/theme/visually-hidden.ts';
import type { LeadCounts, LeadListResponse as Leads } from '../../contracts/operators/operator-leads.ts';
import { BulkReleaseButtons } from '../inbox/bulk-release-buttons.tsx';
import { PendingSubscriptionsPanel } from '../inbox/delivery-panel.tsx';
import { LeadFilters } from '../inbox/lead-filters.tsx';
import { LeadListView } from '../inbox/lead-list.tsx';
import { LeadPanel } from '../inbox/lead-panel.tsx';
import { InboxViewButtons } from '../inbox/inbox-view-buttons.tsx';
import { useInboxUrlState } from '../inbox/use-inbox-url-state.ts';
import { useLeadListShortcuts } from '../inbox/use-lead-list-shortcuts.ts';
import { useFindNearbyLeads, type FindNearbyLeads } from '../inbox/use-find-nearby-leads.ts';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LiveBadge } from '../parts/states/live-badge.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { PreviousNextLinks } from '../parts/controls/screen-pager.tsx';
import { SmallButton, SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import { ServerSearchField } from '../parts/controls/server-search-field.tsx';
import { apiQueryKey, apiQuery } from '../call-api.ts';
import { useRefetchOnLiveEvents } from '../live-stream.ts';

/** Refetch interval in milliseconds while the live stream is not connected. */
const REFETCH_MS = 15_000;

/** On a wide screen, the open lead is next to the list; otherwise it replaces the list. */
const Columns = styled.div<{ $open: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.l};
  align-items: start;
  @media (max-width: 63.99rem) {
    > :first-child {
      display: ${({ $open }) => ($open ? 'none' : 'grid')};
    }
  }
  @media (min-width: 64rem) {
    grid-template-columns: ${({ $open }) => ($open ? 'minmax(0, 5fr) minmax(0, 6fr)' : 'minmax(0, 1fr)')};
    > aside {
      position: sticky;
      inset-block-start: 1rem;
    }
  }
`;

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem 1rem;
  > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
`;

const Keys = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  @media (hover: none) {
    display: none;
  }
`;

/** The inbox: all leads, updated live, with search, filters, sorting and export, and the open lead. */
export default function LeadsScreen() {
  const address = useInboxUrlState();
  const { open, openHref } = address;
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const live = useRefetchOnLiveEvents(apiQueryKey(leadCalls.list), ['lead', 'delivery']);
  useRefetchOnLiveEvents(apiQueryKey(leadCalls.counts), ['lead', 'delivery']);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...apiQuery(leadCalls.list, address.filter),
    staleTime: 0,
    refetchInterval: live === 'live' ? false : REFETCH_MS,
    placeholderData: keepPreviousData,
  });
  const { data: known } = useQuery({
    ...apiQuery(leadCalls.counts, {}),
    staleTime: 0,
    refetchInterval: live === 'live' ? false : REFETCH_MS,
  });
  const fresh = useFresh(data, address.query, isPlaceholderData);
  const close = () => void navigate(openHref(''), { preventScrollReset: true });
  const nearby = useFindNearbyLeads(list, open);
  const onKeyDown = useLeadListShortcuts({
    list,
    open,
    nearby,
    onOpen: (id) => void navigate(openHref(id), { replace: true, preventScrollReset: true }),
    onClose: close,
  });
  useFocusOnClose(list, open, nearby);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const isHeld = address.value('status') === 'quarantined';
  return (
    <>
      <ScreenIntro actions={<LiveBadge state={live} />}>
        Everyone who wrote to you, newest first. Open one to answer, take notes and set a reminder.
      </ScreenIntro>
      <Columns $open={open !== ''} onKeyDown={onKeyDown}>
        <Parts>
          <ServerSearchField
            value={address.value('q')}
            placeholder="Name, e-mail, number or message"
            onSearch={(q) => address.set({ q }, { replace: true })}
            onDown={() => list.current?.querySelector<HTMLElement>('[data-lead-link]')?.focus()}
          />
          {known && <InboxViewButtons counts={known.counts} address={address} />}
          <LeadFilters address={address} known={known} />
          {error && <ErrorState title="Failed to load leads" error={error} onRetry={() => void refetch()} />}
          {!data && !error && <LoadingState label="Loading leads…" />}
          {data && data.subscriptions.length > 0 && <PendingSubscriptionsPanel rows={data.subscriptions} />}
          {data && (
            <>
              <ListHead data={data} all={known?.counts} address={address} fresh={fresh.size} />
              {isHeld && data.rows.length > 0 && (
                <BulkReleaseButtons rows={data.rows} chosen={chosen} onChoose={setChosen} />
              )}
              <div ref={list} tabIndex={-1}>
                {data.rows.length > 0 ? (
                  <LeadListView
                    label="Leads"
                    rows={data.rows}
                    href={openHref}
                    open={open}
                    fresh={fresh}
                    byChange={address.value('sort') === 'updated'}
                    {...(isHeld
                      ? {
                          choice: {
                            chosen,
                            onChoose: (id, isChosen) => setChosen(withOrWithout(chosen, id, isChosen)),
                          },
                        }
                      : {})}
                  />
                ) : address.isFiltered ? (
                  <EmptyState title="No lead matches">
                    Search for less, or clear the filters: nothing is lost, it is only left out here.
                  </EmptyState>
                ) : (
                  <EmptyState title="No leads yet">
                    <p>
                      To see how one arrives, open the <a href="/contact">contact page</a> in another window,
                      fill in its form, and watch it appear here.
                    </p>
                  </EmptyState>
                )}
              </div>
              {data.rows.length > 0 && (
                <Keys>
                  In the list, J and K move from lead to lead, Enter opens one, and Escape goes back.
                </Keys>
              )}
              <PreviousNextLinks
                label="Pages of leads"
                previous={data.previous && address.pageHref('before', data.previous)}
                next={data.next && address.pageHref('after', data.next)}
              />
            </>
          )}
        </Parts>
        {open !== '' && <LeadPanel key={open} id={open} onClose={close} href={openHref} />}
      </Columns>
    </>
  );
}

interface HeadProps {
  data: Leads;
  /** The counts of all leads; undefined until they have loaded. */
  all: LeadCounts['counts'] | undefined;
  address: ReturnType<typeof useInboxUrlState>;
  /** The number of leads that arrived while the list was open. */
  fresh: number;
}

function ListHead({ data, all, address, fresh }: HeadProps) {
  // The counts for the views cover all leads. For a filtered list, the server stops counting at a limit.
  const isCounted = all !== undefined && !address.isFiltered;
  const total = isCounted ? all.open + all.quarantined + all.resolved : data.total;
  const more = data.isMore && !isCounted ? '+' : '';
  return (
    <Row>
      <span role="status">
        {`${total.toLocaleString('en-US')}${more} ${total === 1 ? 'lead' : 'leads'}${address.isFiltered ? ' found' : ''}`}
        {fresh > 0 && <VisuallyHidden>, {fresh} new</VisuallyHidden>}
      </span>
      <div>
        {address.isFiltered && (
          <SmallButton $look="outline" onClick={address.clear}>
            Clear filters
          </SmallButton>
        )}
        {total > 0 &&
          (['csv', 'json'] as const).map((format) => (
            <SmallButtonAnchor
              key={format}
              href={`/api/admin/leads/export.${format}?${address.query}`}
              download
              $look="outline"
            >
              Export {format.toUpperCase()}
            </SmallButtonAnchor>
          ))}
      </div>
    </Row>
  );
}

/** Moves the focus back to a lead's link when the lead is closed, or to a nearby link if it has left the list. */
function useFocusOnClose(list: RefObject<HTMLElement | null>, open: string, nearby: FindNearbyLeads): void {
  const before = useRef('');
  useEffect(() => {
    const closed = before.current;
    before.current = open;
    if (closed === '' || open !== '') return;
    const { own, following, preceding } = nearby(closed);
    (own ?? following ?? preceding ?? list.current)?.focus();
  }, [list, open, nearby]);
}

function withOrWithout(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(ids);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}

/**
 * Returns the ids of the leads that arrived after this list was opened; empty while `data` still belongs to the
 * previous filters (`isOfBefore`).
 */
function useFresh(data: Leads | undefined, query: string, isOfBefore: boolean): ReadonlySet<string> {
  const [known, setKnown] = useState<{ query: string; at: number } | null>(null);
  if (!data || isOfBefore) return NONE;
  if (known?.query !== query) {
    setKnown({ query, at: Math.max(0, ...data.rows.map(({ createdAt }) => createdAt)) });
    return NONE;
  }
  return new Set(data.rows.filter(({ createdAt }) => createdAt > known.at).map(({ id }) => id));
}

const NONE: ReadonlySet<string> = new Set();
