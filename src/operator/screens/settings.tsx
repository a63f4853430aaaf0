import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { siteCalls } from '../../contracts/operators/site-calls.ts';
import { HealthList, HealthSummary } from '../health/health-list.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LiveBadge } from '../parts/states/live-badge.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { apiQueryKey, apiQuery } from '../call-api.ts';
import { useRefetchOnLiveEvents } from '../live-stream.ts';

/** Refetch interval in milliseconds, because some checks change without a live event. */
const REFETCH_MS = 60_000;

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

/** The screen with the site's health checks. */
export default function SettingsScreen() {
  const live = useRefetchOnLiveEvents(apiQueryKey(siteCalls.overview));
  const { data, error, refetch } = useQuery({
    ...apiQuery(siteCalls.overview, { days: 7 }),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
  return (
    <>
      <ScreenIntro actions={<LiveBadge state={live} />}>
        Whether the site is set up and healthy, with what to do where it is not.
      </ScreenIntro>
      <Parts>
        {error && (
          <ErrorState title="Failed to load the checks" error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <LoadingState label="Looking at the site…" />}
        {data && (
          <>
            <HealthSummary checks={data.checks} />
            <Panel title="Checks">
              <HealthList checks={data.checks} />
            </Panel>
          </>
        )}
      </Parts>
    </>
  );
}
