import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { siteCalls, type AuditLogResponse } from '../../contracts/operators/site-calls.ts';
import { auditActionLabel } from '../../contracts/operators/audit-actions.ts';
import { DataTable, type TableColumn } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { ErrorState } from '../parts/states/error-state.tsx';
import { FilterRow, FilterSelect } from '../parts/controls/filter-controls.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { ScreenIntro } from '../parts/text/screen-intro.tsx';
import { ScreenPager } from '../parts/controls/screen-pager.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { describeAuditDetails } from '../audit/audit-details.ts';
import { apiQuery } from '../call-api.ts';
import { useOperatorData } from '../use-operator-data.ts';

type Entry = AuditLogResponse['rows'][number];

const Parts = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${({ theme }) => theme.space.m};
`;

const Soft = styled.span`
  color: ${({ theme }) => theme.color.inkSoft};
`;

/** The audit log: what operators and editors did, and what was done on the command line, newest first. */
export default function AuditScreen() {
  const [search, setSearch] = useSearchParams();
  const known = new URLSearchParams(
    ['page', 'action', 'operator'].flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const isFiltered = known.has('action') || known.has('operator');
  const { data, error, refetch } = useQuery({
    ...apiQuery(siteCalls.audit, Object.fromEntries(known)),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const filter = (name: string, value: string) => {
    const next = new URLSearchParams(known);
    next.delete('page');
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { preventScrollReset: true });
  };
  return (
    <>
      <ScreenIntro>
        Who signed in and who changed what. Nobody can change this list from here, and it names no visitors.
      </ScreenIntro>
      <Parts>
        {data && (
          <FilterRow>
            <FilterSelect
              label="What"
              value={known.get('action') ?? ''}
              all="Everything"
              options={data.actions.map((action) => [action, auditActionLabel(action)])}
              onChange={(action) => filter('action', action)}
            />
            <FilterSelect
              label="Who"
              value={known.get('operator') ?? ''}
              all="Everyone"
              options={data.operators.map((operator) => [operator, operatorLabel(operator)])}
              onChange={(operator) => filter('operator', operator)}
            />
            {isFiltered && (
              <SmallButton $look="outline" onClick={() => setSearch({})}>
                Clear filters
              </SmallButton>
            )}
          </FilterRow>
        )}
        {error && (
          <ErrorState title="Failed to load the audit log" error={error} onRetry={() => void refetch()} />
        )}
        {!data && !error && <LoadingState label="Loading the audit log…" />}
        {data &&
          (data.rows.length > 0 ? (
            <>
              <DataTable caption="Audit log" columns={COLUMNS} rows={data.rows} rowKey={(row) => row.id} />
              <ScreenPager
                {...data}
                label="Pages of the audit log"
                href={(page) => {
                  const next = new URLSearchParams(known);
                  next.set('page', String(page));
                  return `?${next}`;
                }}
              />
            </>
          ) : (
            <EmptyState title="Nothing here">
              {isFiltered
                ? 'Nobody did this. Clear the filters to see everything.'
                : 'What operators do is noted here.'}
            </EmptyState>
          ))}
      </Parts>
    </>
  );
}

const COLUMNS: readonly TableColumn<Entry>[] = [
  { key: 'what', header: 'What', lead: true, cell: ({ action }) => <b>{auditActionLabel(action)}</b> },
  { key: 'who', header: 'Who', cell: ({ operator }) => operatorLabel(operator) },
  { key: 'when', header: 'When', cell: ({ at }) => <Timestamp at={at} /> },
  {
    key: 'about',
    header: 'About',
    cell: (entry) => (
      <>
        <Subject entry={entry} />
        <Details detail={entry.detail} />
      </>
    ),
  },
];

/** Actions whose subject is the id of the operator who did them. The id is not shown, because “Who” names the operator. */
const OF_OPERATORS = new Set(['account-made', 'password-set']);

/**
 * Actions whose subject is the id of the operator whom the details name. The id is shown only in entries of earlier
 * releases, which have no details.
 */
const ON_OPERATORS = new Set(['operator-added', 'operator-reset', 'operator-removed']);

/** Actions whose subject is a lead that may still exist. */
const OF_LEADS = new Set([
  'lead-exported',
  'lead-released',
  'lead-resolved',
  'lead-reopened',
  'lead-stage-changed',
  'lead-note-added',
  'lead-note-removed',
  'lead-reminder-set',
  'lead-reminder-cleared',
  'delivery-retried',
  'delivery-cancelled',
]);

function Subject({ entry: { action, subject, detail } }: { entry: Entry }) {
  if (subject === null || OF_OPERATORS.has(action)) return null;
  if (ON_OPERATORS.has(action) && detail !== null) return null;
  if (OF_LEADS.has(action))
    return <Link to={`/admin/leads/${encodeURIComponent(subject)}`}>Lead {subject}</Link>;
  return <code>{subject}</code>;
}

function Details({ detail }: Pick<Entry, 'detail'>) {
  const { timeZone } = useOperatorData();
  const words = describeAuditDetails(detail, timeZone);
  return words === '' ? null : <Soft as="div">{words}</Soft>;
}

function operatorLabel(operator: string): string {
  return operator === 'command line' ? 'On the server’s command line' : operator;
}
