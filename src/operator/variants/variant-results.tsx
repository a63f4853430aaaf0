import { useQuery } from '@tanstack/react-query';
import { variantCalls } from '../../contracts/variants/variant-calls.ts';
import type { RateEstimate, AbTestResult, VariantResult } from '../../contracts/variants/variant-results.ts';
import { DataTable } from '../parts/text/data-table.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { apiQuery } from '../call-api.ts';

/** Refetch interval in milliseconds. The server stores visits once a minute. */
const REFRESH_MS = 60_000;

/** A panel with the results of each A/B test. Renders nothing if there is none. */
export function AbTestResultPanels() {
  const { data, error, refetch } = useQuery({
    ...apiQuery(variantCalls.results, {}),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  if (error) {
    return (
      <ErrorState
        title="Failed to load the results of the variants"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return data?.tests.map((test) => <TestPanel key={test.path} test={test} />);
}

function TestPanel({ test }: { test: AbTestResult }) {
  const { path, title, running, since, variants } = test;
  return (
    <Panel title={`Variants of ${title}`}>
      <p>
        {running ? 'Running' : 'Paused'} on <a href={path}>{path}</a>
        {since > 0 && (
          <>
            {', counted since '}
            <Timestamp at={since} relative={false} />
          </>
        )}
      </p>
      <DataTable
        caption={`Variants of ${title}`}
        rows={variants}
        rowKey={({ name }) => name}
        columns={[
          { key: 'name', header: 'Layout', lead: true, cell: ({ name }) => name },
          { key: 'visits', header: 'Visits', number: true, cell: ({ visits }) => figure(visits) },
          { key: 'leads', header: 'Leads', number: true, cell: ({ leads }) => figure(leads) },
          { key: 'rate', header: 'Leads per visit', cell: ({ rate }) => estimateText(rate) },
          {
            key: 'difference',
            header: 'Difference',
            cell: ({ compared }) => compared && estimateText(compared.difference, 'points'),
          },
          { key: 'verdict', header: 'What it means', wide: true, cell: verdictText },
        ]}
      />
      <p>
        A lead counts for the layout that its visitor saw, whichever page it was sent from. A visit is one
        opening of the page. In brackets: where the true value is in 95 of 100 tests. Small changes need many
        visits: from 2.0 to 2.4 % about 21,000 of each layout.
      </p>
    </Panel>
  );
}

/** Explains in words how a variant compares with the original, or how many visits are still needed to tell. */
export function verdictText({ name, compared }: VariantResult): string {
  if (!compared) return 'The page as it was';
  const { verdict } = compared;
  switch (verdict.kind) {
    case 'early':
      if (verdict.visits === null) return 'Too early to say: no leads yet';
      return `Too early to say: about ${figure(verdict.visits)} more visits needed`;
    case 'too-few': {
      const needed = `about ${figure(verdict.visits)} more are needed, ${timeText(verdict.days)}`;
      return `Too few visits to ever know: ${needed} at the present rate`;
    }
    case 'better':
      return `${name} is better`;
    case 'worse':
      return `${name} is worse`;
    case 'same':
      return 'No difference worth naming';
  }
}

/**
 * Formats an estimate with its confidence interval, such as `3.1 % (2 to 4.9)`. With `points`, it is a difference in
 * percentage points, with a sign. Returns `–` for null.
 */
export function estimateText(estimate: RateEstimate | null, unit: 'share' | 'points' = 'share'): string {
  if (!estimate) return '–';
  const signs = unit === 'points' ? 'exceptZero' : 'auto';
  const part = (share: number) =>
    (share * 100).toLocaleString('en-US', { maximumFractionDigits: 1, signDisplay: signs });
  const { value, low, high } = estimate;
  return `${part(value)} ${unit === 'points' ? 'points' : '%'} (${part(low)} to ${part(high)})`;
}

/** Formats a duration in days as years, such as `1 year` or `1.5 years`. */
function timeText(days: number): string {
  return (days / 365).toLocaleString('en-US', {
    style: 'unit',
    unit: 'year',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  });
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}
