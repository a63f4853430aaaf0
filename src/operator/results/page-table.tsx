import type { SiteOverview } from '../../contracts/operators/site-calls.ts';
import { DataTable } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';

/** Maximum number of pages in the table. */
const MAX_PAGES = 25;

type Page = SiteOverview['pages'][number];

/**
 * A table of the most visited pages with their visits, their leads, and the share of visits that led to a lead. `since`
 * is the first day with counted visits, YYYY-MM-DD; null if there is none yet.
 */
export function PageResultsTable({ pages, since }: { pages: readonly Page[]; since: string | null }) {
  if (pages.length === 0) {
    return (
      <EmptyState title="No visits in this time">
        A visit is counted when a page is opened. The figures are renewed each minute.
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        caption="Visits and leads by page"
        rows={pages.slice(0, MAX_PAGES)}
        rowKey={({ path }) => path}
        columns={[
          { key: 'page', header: 'Page', lead: true, cell: ({ path }) => <a href={path}>{path}</a> },
          { key: 'visits', header: 'Visits', number: true, cell: ({ visits }) => figure(visits) },
          { key: 'leads', header: 'Leads', number: true, cell: ({ leads }) => figure(leads) },
          { key: 'rate', header: 'Conversion', number: true, cell: formatConversionRate },
        ]}
      />
      <p>
        Counted on the server{since && `, since ${since}`}: no cookies, and nothing about the visitor is kept.
        {pages.length > MAX_PAGES &&
          ` The ${MAX_PAGES} most visited of ${figure(pages.length)} pages are shown.`}
      </p>
    </>
  );
}

function figure(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats the share of visits that led to a lead. Returns `–` if there are no visits, or more leads than visits. */
export function formatConversionRate({ visits, leads }: Pick<Page, 'visits' | 'leads'>): string {
  if (visits === 0 || leads > visits) return '–';
  return `${((leads / visits) * 100).toLocaleString('en-US', { maximumFractionDigits: 1 })} %`;
}
