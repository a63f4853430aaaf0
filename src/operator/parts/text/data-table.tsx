import type { ReactNode } from 'react';
import styled from 'styled-components';
import { VisuallyHidden } from '../../../ui/theme/visually-hidden.ts';

/**
 * On narrow screens, rows become cards. `display` would remove the table semantics there, so the elements have
 * explicit roles.
 */
const Table = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.45;
  caption {
    text-align: start;
  }
  th {
    padding: 0.5rem 0.75rem;
    color: ${({ theme }) => theme.color.inkSoft};
    font-weight: 560;
    text-align: start;
    white-space: nowrap;
  }
  td {
    padding: 0.7rem 0.75rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
    vertical-align: top;
    overflow-wrap: anywhere;
  }
  /* Align the first column with the title above. */
  :is(th, td):first-child {
    padding-inline-start: 0;
  }
  :is(th, td):last-child {
    padding-inline-end: 0;
  }
  td[data-short] {
    white-space: nowrap;
  }
  /* Make plain links tall enough to tap. */
  td a:not([class]) {
    display: inline-block;
    min-width: 1.5rem;
    padding-block: 0.3rem;
    margin-block: -0.3rem;
  }
  td[data-number],
  th[data-number] {
    font-variant-numeric: tabular-nums;
    text-align: end;
  }
  @media (max-width: 47.99rem) {
    display: block;
    tbody,
    caption {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tr {
      display: grid;
      gap: 0.55rem;
      padding-block: 0.9rem;
      border-block-start: 1px solid ${({ theme }) => theme.color.line};
    }
    tbody tr:first-child {
      border-block-start: 0;
    }
    td,
    td[data-number] {
      display: grid;
      grid-template-columns: minmax(5.5rem, 30%) minmax(0, 1fr);
      gap: 0.75rem;
      padding: 0;
      border: 0;
      text-align: start;
    }
    td:has(> div:empty) {
      display: none;
    }
    td[data-lead] {
      display: block;
      font-size: ${({ theme }) => theme.type.body};
    }
    td::before {
      content: attr(data-label) / '';
      color: ${({ theme }) => theme.color.inkSoft};
    }
    td[data-lead]::before,
    td[data-wide]::before {
      content: none;
    }
    td[data-wide] {
      display: block;
    }
  }
`;

/** A column of a `DataTable`. */
export interface TableColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Whether the values are numbers, which have tabular figures and, except on a phone, are right-aligned. */
  number?: boolean;
  /** Keeps short values on one line, such as a state or a figure with its unit. */
  short?: boolean;
  /** On a phone, shows the value as the heading of the card, without the column header. */
  lead?: boolean;
  /** On a phone, gives the value the full width of the card, without the column header. */
  wide?: boolean;
  /**
   * Shows the header to screen readers only, for example above a column of buttons. On a phone, the value has the full
   * width, as with `wide`.
   */
  quiet?: boolean;
}

interface Props<Row> {
  /** Names the table for screen readers; sighted users see the title above it. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** Rows of data: a table on wide screens, cards on a phone. */
export function DataTable<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    <Table role="table">
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, header, number, quiet }) => (
            <th key={key} role="columnheader" scope="col" data-number={number || undefined}>
              {quiet ? <VisuallyHidden>{header}</VisuallyHidden> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ key, header, cell, number, lead, quiet, wide, short }) => (
              <td
                key={key}
                role="cell"
                data-label={header}
                data-wide={wide || quiet || undefined}
                data-number={number || undefined}
                data-short={short || undefined}
                data-lead={lead || undefined}
              >
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
