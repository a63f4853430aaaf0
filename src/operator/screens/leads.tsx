import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import styled from 'styled-components';
import { VisuallyHidden } from '../../ui/visually-hidden.ts';
import type { LeadList } from '../../contracts/operator-api.ts';
import { SubscriptionPanel } from '../inbox/delivery-panel.tsx';
import { LeadSearch } from '../inbox/lead-search.tsx';
import { LeadTable } from '../inbox/lead-table.tsx';
import { LeadViews } from '../inbox/lead-views.tsx';
import { formWords, leadDeliveryWords } from '../inbox/lead-words.ts';
import { useLeadFilter } from '../inbox/use-lead-filter.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { FilterDay, FilterRow, FilterSelect } from '../parts/filter-controls.tsx';
import { LiveBadge } from '../parts/live-badge.tsx';
import { LoadingState } from '../parts/loading-state.tsx';
import { PageIntro } from '../parts/page-intro.tsx';
import { ScreenPager } from '../parts/screen-pager.tsx';
import { SmallButton, SmallButtonAnchor } from '../parts/small-button.tsx';
import { request } from '../request.ts';
import { useRefreshOnLive } from '../use-refresh-on-live.ts';

/** Refetch interval in milliseconds while no live events arrive. */
const ASK_AGAIN = 15_000;

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

const Filters = styled.details`
  summary {
    display: flex;
    align-items: center;
    width: fit-content;
    min-height: 2.75rem;
    font-size: ${({ theme }) => theme.type.small};
    font-weight: 560;
    text-decoration: underline;
    text-underline-offset: 0.2em;
    cursor: pointer;
  }
  > div {
    padding-block: 0.5rem;
  }
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

/** The inbox: all leads, updated live, with search, filters, sorting and export. */
export default function LeadsScreen() {
  const address = useLeadFilter();
  const list = useRef<HTMLDivElement>(null);
  const live = useRefreshOnLive(['leads'], ['lead', 'delivery']);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['leads', address.query],
    queryFn: () => request<LeadList>(`/api/admin/leads?${address.query}`),
    staleTime: 0,
    refetchInterval: live === 'live' ? false : ASK_AGAIN,
    placeholderData: keepPreviousData,
  });
  const fresh = useFresh(data, address.query, isPlaceholderData);
  const { isFiltered } = address;
  const more = ['delivery', 'form', 'source', 'from', 'to'] as const;
  const [isOpen] = useState(() => more.some((name) => name !== 'delivery' && address.value(name) !== ''));
  return (
    <>
      <PageIntro actions={<LiveBadge state={live} />}>
        Everyone who wrote to you, newest first. Open one for the whole story and for what you can do.
      </PageIntro>
      <Parts>
        <LeadSearch
          value={address.value('q')}
          onSearch={(q) => address.set({ q }, { replace: true })}
          onDown={() => list.current?.querySelector<HTMLElement>('[data-lead-link]')?.focus()}
        />
        {data && <LeadViews counts={data.counts} address={address} />}
        <Filters open={isOpen}>
          <summary>More filters and sorting</summary>
          <div>
            <FilterRow>
              <FilterSelect
                label="Delivery"
                value={address.value('delivery')}
                all="Any"
                options={Object.entries(leadDeliveryWords).map(([value, { words }]) => [value, words])}
                onChange={(delivery) => address.set({ delivery })}
              />
              <FilterSelect
                label="Form"
                value={address.value('form')}
                all="Any"
                options={(data?.forms ?? []).map((form) => [form, formWords(form)])}
                onChange={(form) => address.set({ form })}
              />
              <FilterSelect
                label="Source"
                value={address.value('source')}
                all="Any"
                options={[
                  ...(data?.sources ?? []).map((source) => [source, source] as const),
                  ['-', 'No source'],
                ]}
                onChange={(source) => address.set({ source })}
              />
              <FilterDay
                label="From"
                value={address.value('from')}
                onChange={(from) => address.set({ from })}
              />
              <FilterDay label="To" value={address.value('to')} onChange={(to) => address.set({ to })} />
              <FilterSelect
                label="Sort by"
                value={address.value('sort') || 'newest'}
                options={[
                  ['newest', 'Newest first'],
                  ['oldest', 'Oldest first'],
                  ['updated', 'Last changed first'],
                  ['name', 'Name'],
                ]}
                onChange={(sort) => address.set({ sort: sort === 'newest' ? '' : sort })}
              />
            </FilterRow>
          </div>
        </Filters>
        {error && <ErrorState title="Failed to load leads" error={error} onRetry={() => void refetch()} />}
        {!data && !error && <LoadingState label="Loading leads…" />}
        {data && data.subscriptions.length > 0 && <SubscriptionPanel rows={data.subscriptions} />}
        {data && (
          <>
            <Row>
              <span role="status">
                {`${data.total.toLocaleString('en-US')} ${data.total === 1 ? 'lead' : 'leads'}${isFiltered ? ' found' : ''}`}
                {fresh.size > 0 && <VisuallyHidden>, {fresh.size} new</VisuallyHidden>}
              </span>
              <div>
                {isFiltered && (
                  <SmallButton $look="outline" onClick={address.clear}>
                    Clear filters
                  </SmallButton>
                )}
                {data.total > 0 && (
                  <>
                    <SmallButtonAnchor
                      href={`/api/admin/leads/export.csv?${address.query}`}
                      download
                      $look="outline"
                    >
                      Export CSV
                    </SmallButtonAnchor>
                    <SmallButtonAnchor
                      href={`/api/admin/leads/export.json?${address.query}`}
                      download
                      $look="outline"
                    >
                      Export JSON
                    </SmallButtonAnchor>
                  </>
                )}
              </div>
            </Row>
            <div ref={list}>
              {data.rows.length > 0 ? (
                <LeadTable rows={data.rows} fresh={fresh} byChange={address.value('sort') === 'updated'} />
              ) : isFiltered ? (
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
            <ScreenPager {...data} label="Pages of leads" href={address.pageHref} />
          </>
        )}
      </Parts>
    </>
  );
}

/** Returns the ids of the leads that arrived after this list was opened. */
function useFresh(data: LeadList | undefined, query: string, isOfBefore: boolean): ReadonlySet<string> {
  const [known, setKnown] = useState<{ query: string; at: number } | null>(null);
  if (!data || isOfBefore) return NONE;
  if (known?.query !== query) {
    setKnown({ query, at: Math.max(0, ...data.rows.map(({ createdAt }) => createdAt)) });
    return NONE;
  }
  return new Set(data.rows.filter(({ createdAt }) => createdAt > known.at).map(({ id }) => id));
}

const NONE: ReadonlySet<string> = new Set();
