import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { siteCalls, type HealthCheck, type SiteOverview } from '../../contracts/operators/site-calls.ts';
import type { TodayData } from '../../contracts/operators/operator-leads.ts';
import { HealthList } from '../health/health-list.tsx';
import { LeadListView } from '../inbox/lead-list.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LiveBadge } from '../parts/states/live-badge.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButtonLink } from '../parts/controls/small-button.tsx';
import { apiQueryKey, apiQuery } from '../call-api.ts';
import { LeadKeyFigures } from '../today/lead-key-figures.tsx';
import { SetupList, useSetupSteps } from '../today/setup-list.tsx';
import { ReminderList } from '../today/reminder-list.tsx';
import { useRefetchOnLiveEvents } from '../live-stream.ts';

/** Refetch interval in milliseconds, because some checks change without a live event, and so does the date. */
const REFETCH_MS = 60_000;

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
  > dl {
    margin-block: ${({ theme }) => theme.space.s};
  }
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
  align-items: start;
  @media (min-width: 64rem) {
    grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
  }
`;

const hrefOf = (id: string): string => `/admin/leads?open=${encodeURIComponent(id)}`;

/**
 * The home screen of operators: setup steps, failed health checks, new leads, reminders, and key figures about leads and
 * deliveries.
 */
export default function TodayScreen() {
  const live = useRefetchOnLiveEvents(apiQueryKey(leadCalls.today));
  useRefetchOnLiveEvents(apiQueryKey(siteCalls.overview));
  const today = useQuery({
    ...apiQuery(leadCalls.today, {}),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
  const overview = useQuery({
    ...apiQuery(siteCalls.overview, { days: 7 }),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
  });
  const setup = useSetupSteps(overview.data);
  return (
    <>
      <ScreenIntro actions={<LiveBadge state={live} />}>
        Who to answer, who to call again, and what needs you.
      </ScreenIntro>
      <Parts>
        {overview.error && (
          <ErrorState
            title="Failed to load the checks"
            error={overview.error}
            onRetry={() => void overview.refetch()}
          />
        )}
        {setup && <SetupList {...setup} />}
        {overview.data && <Failing checks={overview.data.checks} named={setup?.steps ?? []} />}
        {today.error && (
          <ErrorState
            title="Failed to load the leads"
            error={today.error}
            onRetry={() => void today.refetch()}
          />
        )}
        {!today.data && !today.error && <LoadingState label="Looking what is new…" />}
        {today.data && <Work today={today.data} />}
        {overview.data && (
          <>
            <LeadKeyFigures overview={overview.data} />
            <p>
              <Waiting overview={overview.data} />
            </p>
          </>
        )}
      </Parts>
    </>
  );
}

interface FailingProps {
  checks: readonly HealthCheck[];
  /** The setup steps that are shown. A check with the id of one of them is left out. */
  named: readonly { id: string }[];
}

/** Lists the failing checks that no setup step shows. Warnings are listed on the settings screen only. */
function Failing({ checks, named }: FailingProps) {
  const failing = checks.filter(({ id, state }) => state === 'fail' && !named.some((step) => step.id === id));
  if (failing.length === 0) return null;
  return (
    <Panel title="What failed">
      <HealthList checks={failing} />
    </Panel>
  );
}

function Work({ today }: { today: TodayData }) {
  const { fresh, freshTotal, reminders, reminderTotal, dueTotal, day } = today;
  const more = reminderTotal - reminders.length;
  return (
    <Columns>
      <Panel
        title={freshTotal === 0 ? 'New leads' : `New leads (${freshTotal.toLocaleString('en-US')})`}
        actions={
          <SmallButtonLink to="/admin/leads?stage=new" $look="outline">
            All new leads
          </SmallButtonLink>
        }
      >
        {fresh.length > 0 ? (
          <LeadListView label="New leads" rows={fresh} href={hrefOf} />
        ) : (
          <EmptyState title="You answered everyone">
            A lead stays here until you mark it as called, met or closed.
          </EmptyState>
        )}
      </Panel>
      <Panel title={dueTotal === 0 ? 'Reminders' : `Reminders (${dueTotal.toLocaleString('en-US')} due)`}>
        {reminders.length > 0 ? (
          <>
            <ReminderList reminders={reminders} today={day} />
            {more > 0 && <p>… and {more.toLocaleString('en-US')} more</p>}
          </>
        ) : (
          <EmptyState title="Nothing for the next seven days">Open a lead to set a reminder.</EmptyState>
        )}
      </Panel>
    </Columns>
  );
}

function Waiting({ overview: { checks, deliveries } }: { overview: SiteOverview }) {
  const doubtful = checks.filter(({ state }) => state === 'warn').length;
  const { waiting, attention, held } = deliveries;
  return (
    <>
      {waiting + attention + held === 0 && 'Everything is delivered. '}
      {doubtful > 0 && (
        <>
          {doubtful === 1 ? 'One setting needs a look: ' : `${doubtful} settings need a look: `}
          <Link to="/admin/settings">see the checks</Link>.
        </>
      )}
    </>
  );
}
