import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { siteCalls, type SiteOverview } from '../../contracts/operators/site-calls.ts';
import { formatDuration } from '../../contracts/leads/format-duration.ts';
import { PageResultsTable } from '../results/page-table.tsx';
import { VitalsTable } from '../results/vitals-table.tsx';
import { RangeChoice, RANGE_DAYS } from '../results/range-choice.tsx';
import { AbTestResultPanels } from '../variants/variant-results.tsx';
import { leadSourceChartValues } from '../results/lead-source-chart-values.ts';
import { BarChart } from '../parts/charts/bar-chart.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LineChart } from '../parts/charts/line-chart.tsx';
import { LiveBadge } from '../parts/states/live-badge.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { apiQueryKey, apiQuery } from '../call-api.ts';
import { useRefetchOnLiveEvents } from '../live-stream.ts';

/** Refetch interval in milliseconds, because visits and web vitals cause no live event. */
const REFETCH_MS = 60_000;
/** Shorter durations, in milliseconds, are shown as this one, so that none is formatted as “0 s”. */
const MIN_SHOWN_MS = 100;

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

const Columns = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  align-items: start;
  grid-template-columns: minmax(0, 1fr);
  @media (min-width: 64rem) {
    grid-template-columns: minmax(0, 6fr) minmax(0, 5fr);
  }
`;

/** Shows the site's results: leads by day and source, A/B tests, visits and conversion by page, and page speed. */
export default function ResultsScreen() {
  const [search, setSearch] = useSearchParams();
  const range = RANGE_DAYS.find((each) => String(each) === search.get('days')) ?? 30;
  const live = useRefetchOnLiveEvents(apiQueryKey(siteCalls.overview));
  const { data, error, refetch } = useQuery({
    ...apiQuery(siteCalls.overview, { days: range }),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <ScreenIntro actions={<LiveBadge state={live} />}>
        What the site brings you: leads by day and source, how many visits of each page lead to one, and how
        fast pages are.
      </ScreenIntro>
      {error && (
        <ErrorState title="Failed to load the results" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <LoadingState label="Counting…" />}
      {data && (
        <Parts>
          <Columns>
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
              {data.timeToCrm && (
                <p>
                  {`Half of the leads were in the CRM within ${limitText(data.timeToCrm.median)}, 95 % within ${limitText(data.timeToCrm.p95)}.`}
                </p>
              )}
            </Panel>
            <Panel title="Leads by source">
              <LeadsBySource sources={data.sources} />
            </Panel>
          </Columns>
          <AbTestResultPanels />
          <Panel title="Visits and leads by page">
            <PageResultsTable pages={data.pages} since={data.visitsSince} />
          </Panel>
          <Panel title="How fast pages are for visitors">
            <VitalsTable vitals={data.vitals} />
          </Panel>
        </Parts>
      )}
    </>
  );
}

function limitText(milliseconds: number): string {
  return formatDuration(Math.max(MIN_SHOWN_MS, milliseconds));
}

function LeadsByDay({ days }: Pick<SiteOverview, 'days'>) {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return null;
  return (
    <LineChart
      title="Leads by day"
      of="Day"
      unit="Leads"
      values={days.map(({ day, leads }) => ({ label: day, value: leads }))}
      ends={[formatDay(first.day), formatDay(last.day)]}
    />
  );
}

function LeadsBySource({ sources }: Pick<SiteOverview, 'sources'>) {
  if (sources.length === 0) {
    return (
      <EmptyState title="No leads in this time">Each form of the site names its source here.</EmptyState>
    );
  }
  return (
    <BarChart title="Leads by source" of="Source" unit="Leads" values={leadSourceChartValues(sources)} />
  );
}

/** Formats `2026-11-21` as `Nov 21`. */
function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}
