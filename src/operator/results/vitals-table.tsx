import styled from 'styled-components';
import type { SiteOverview } from '../../contracts/operators/site-calls.ts';
import {
  vitalPageKinds,
  vitalThresholds,
  vitalMetrics,
  type VitalPageKind,
  type VitalMetric,
} from '../../contracts/page-vitals.ts';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { DataTable } from '../parts/text/data-table.tsx';

const KINDS: Readonly<Record<VitalPageKind, string>> = {
  home: 'Home page',
  page: 'Pages',
  post: 'Posts',
  list: 'Lists of posts',
  search: 'Search',
  other: 'Page not found',
};

const seconds = (metric: 'LCP' | 'INP') => vitalThresholds[metric].good / 1000;

/** For each metric, its title and what a good value means to visitors. */
const METRICS: Readonly<Record<VitalMetric, { title: string; meaning: string }>> = {
  LCP: {
    title: 'Loads fast',
    meaning: `the largest picture or text is there within ${seconds('LCP')} seconds`,
  },
  INP: { title: 'Answers fast', meaning: `a click or key shows an effect within ${seconds('INP')} seconds` },
  CLS: {
    title: 'Stays still',
    meaning: `hardly anything moves by itself, a score of at most ${vitalThresholds.CLS.good}`,
  },
};

const Notes = styled.ul`
  margin: 0;
  padding-inline-start: 1.1rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
`;

const Count = styled.span`
  display: block;
  color: ${({ theme }) => theme.color.inkSoft};
`;

type Vitals = SiteOverview['vitals'];

/** A table of the share of page views with good web vitals, by kind of page. */
export function VitalsTable({ vitals }: { vitals: Vitals }) {
  const kinds = vitalPageKinds.filter((kind) => vitals.some(({ page }) => page === kind));
  if (kinds.length === 0) {
    return (
      <EmptyState title="Nothing measured in this time">
        One of ten page views is measured in the visitor’s browser, when the page is left. The figures are
        renewed each minute.
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        caption="Share of good page views by kind of page"
        rows={kinds}
        rowKey={(kind) => kind}
        columns={[
          { key: 'kind', header: 'Kind of page', lead: true, cell: (kind) => KINDS[kind] },
          ...vitalMetrics.map((metric) => ({
            key: metric,
            header: METRICS[metric].title,
            number: true,
            cell: (page: VitalPageKind) => (
              <Share of={vitals.find((each) => each.page === page && each.metric === metric)} />
            ),
          })),
        ]}
      />
      <Notes>
        {vitalMetrics.map((metric) => (
          <li key={metric}>{`${METRICS[metric].title}: ${METRICS[metric].meaning} (${metric}).`}</li>
        ))}
        <li>
          Search engines call pages good if at least 75 % of their views are. Measured in one of ten page
          views; nothing about the visitor is kept.
        </li>
      </Notes>
    </>
  );
}

/**
 * Shows the share of good page views, and how many were measured. That number differs between the metrics, because not
 * every browser and not every visit reports each of them.
 */
function Share({ of }: { of: Vitals[number] | undefined }) {
  if (!of) return '–';
  return (
    <>
      {formatGoodViewShare(of)}
      <Count>{`of ${of.measured.toLocaleString('en-US')} views`}</Count>
    </>
  );
}

/**
 * Formats the share of good page views in whole percent. Rounds down, so that 100 % means all of them. Returns `–` if
 * none was measured.
 */
export function formatGoodViewShare({ good, measured }: Pick<Vitals[number], 'good' | 'measured'>): string {
  return measured === 0 ? '–' : `${Math.floor((good * 100) / measured)} %`;
}
