import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { LeadRow } from '../../contracts/operator-api.ts';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { Moment } from '../parts/moment.tsx';
import { formWords, inquiryWords, leadTitle, leadDeliveryWords, statusWords } from './lead-words.ts';
import { StateLine } from './state-line.tsx';

const Box = styled.div`
  [data-lead] a {
    padding-block: 0.6rem;
    margin-block: -0.6rem;
    font-weight: 620;
    overflow-wrap: anywhere;
  }
`;

const Soft = styled.span`
  display: block;
  color: ${({ theme }) => theme.color.inkSoft};
`;

const Fresh = styled.b`
  margin-inline-start: 0.5rem;
  padding: 0.1rem 0.5rem;
  border-radius: 999px;
  background: ${({ theme }) => theme.color.accent};
  color: ${({ theme }) => theme.color.onAccent};
  font-size: 0.8125rem;
  font-weight: 620;
`;

interface Props {
  rows: readonly LeadRow[];
  /** Ids of the leads that arrived while the list was open. */
  fresh: ReadonlySet<string>;
  /** Whether the list is sorted by last change; if so, that time is shown. */
  byChange: boolean;
}

/** The leads in the inbox. Up and Down move between leads, and Enter opens one. */
export function LeadTable({ rows, fresh, byChange }: Props) {
  return (
    <Box onKeyDown={step}>
      <DataTable caption="Leads" columns={columnsOf(fresh, byChange)} rows={rows} rowKey={(row) => row.id} />
    </Box>
  );
}

function columnsOf(fresh: ReadonlySet<string>, byChange: boolean): readonly Column<LeadRow>[] {
  return [
    {
      key: 'who',
      header: 'Who',
      lead: true,
      cell: (row) => (
        <>
          <Link to={`/admin/leads/${encodeURIComponent(row.id)}`} data-lead-link="">
            {leadTitle(row)}
          </Link>
          {fresh.has(row.id) && <Fresh>New</Fresh>}
          {row.name !== null && <Soft>{row.email ?? row.phone}</Soft>}
        </>
      ),
    },
    {
      key: 'about',
      header: 'About',
      cell: (row) => (
        <>
          {row.inquiryType ? inquiryWords(row.inquiryType) : formWords(row.form)}
          <Soft>{row.source ?? row.page}</Soft>
        </>
      ),
    },
    {
      key: 'when',
      header: byChange ? 'Changed' : 'Received',
      cell: (row) => <Moment at={byChange ? row.updatedAt : row.createdAt} />,
    },
    { key: 'status', header: 'Status', short: true, cell: (row) => statusWords[row.status] },
    {
      key: 'delivery',
      header: 'Delivery',
      short: true,
      cell: (row) => <StateLine {...leadDeliveryWords[row.delivery]} />,
    },
  ];
}

function step(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-lead-link]')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = links[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
