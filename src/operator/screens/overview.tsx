import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import type { Overview } from '../../contracts/operator-api.ts';
import { HealthList, HealthSum } from '../overview/health-list.tsx';
import { LeadStrip } from '../overview/lead-strip.tsx';
import { RangeChoice, RANGES } from '../overview/range-choice.tsx';
import { sourceValues } from '../overview/source-values.ts';
import { BarChart } from '../parts/bar-chart.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorState } from '../parts/error-state.tsx';
import { LineChart } from '../parts/line-chart.tsx';
import { LiveBadge } from '../parts/live-badge.tsx';
import { LoadingState } from '../parts/loading-state.tsx';
import { PageIntro } from '../parts/page-intro.tsx';
import { Panel } from '../parts/panel.tsx';
import { request } from '../request.ts';
import { useRefreshOnLive } from '../use-refresh-on-live.ts';

/** Refetch interval in milliseconds, because some checks change without a live event. */
const REFRESH = 60_000;

const Parts = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  > dl {
    margin-block: ${({ theme }) => theme.space.s};
  }
`;

const Columns = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  align-items: start;
  > div {
    display: grid;
    gap: inherit;
    min-width: 0;
  }
  @media (min-width: 64rem) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
  }
`;

/** Shows at a glance whether the site is healthy and leads are being delivered. */
export default function OverviewScreen() {
  const [search, setSearch] = useSearchParams();
  const range = RANGES.find((each) => String(each) === search.get('days')) ?? 30;
  const live = useRefreshOnLive(['overview']);
  const { data, error, refetch } = useQuery({
    queryKey: ['overview', range],
    queryFn: () => request<Overview>(`/api/admin/overview?days=${range}`),
    staleTime: 0,
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageIntro actions={<LiveBadge state={live} />}>
        Whether the site is healthy and leads reach you, with what to do where they do not.
      </PageIntro>
      {error && (
        <ErrorState title="Failed to load the overview" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingState label="Looking at the site…" />}
      {data && (
        <Parts>
          <HealthSum checks={data.checks} />
          <LeadStrip overview={data} />
          <Columns>
            <Panel title="Checks">
              <HealthList checks={data.checks} />
            </Panel>
            <div>
              <Panel
                title="Leads by day"
                actions={
                  <RangeChoice
                    value={range}
                    onChange={(days) =>
                      setSearch(days === 30 ? {} : { days: String(days) }, {
                        replace: true,
                        preventScrollReset: true,
                      })
                    }
                  />
                }
              >
                <LeadsByDay days={data.days} />
              </Panel>
              <Panel title="Leads by source">
                <LeadsBySource sources={data.sources} />
              </Panel>
            </div>
          </Columns>
        </Parts>
      )}
    </>
  );
}

function LeadsByDay({ days }: Pick<Overview, 'days'>) {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return null;
  return (
    <LineChart
      title="Leads by day"
      of="Day"
      unit="Leads"
      values={days.map(({ day, leads }) => ({ label: day, value: leads }))}
      ends={[dayWords(first.day), dayWords(last.day)]}
    />
  );
}

function LeadsBySource({ sources }: Pick<Overview, 'sources'>) {
  if (sources.length === 0) {
    return (
      <EmptyState title="No leads in this time">Each form of the site names its source here.</EmptyState>
    );
  }
  return <BarChart title="Leads by source" of="Source" unit="Leads" values={sourceValues(sources)} />;
}

/** Formats `2026-11-21` as `Nov 21`. */
function dayWords(day: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}
