import type { ReactNode } from 'react';
import styled from 'styled-components';

const Details = styled.details`
  margin-block-start: ${({ theme }) => theme.space.m};
  summary {
    min-height: 2.75rem;
    padding-block: 0.6rem;
    color: ${({ theme }) => theme.color.accent};
    font-weight: 620;
  }
  table {
    width: 100%;
    max-width: 46rem;
    margin-block-start: 0.5rem;
    border-collapse: collapse;
    font-variant-numeric: tabular-nums lining-nums;
  }
  th,
  td {
    padding: 0.45rem 0.5rem 0.45rem 0;
    border-block-end: 1px solid ${({ theme }) => theme.color.line};
    text-align: end;
  }
  th:first-child {
    text-align: start;
  }
  thead th {
    border-block-end-width: 2px;
    font-size: ${({ theme }) => theme.type.small};
    line-height: 1.3;
    vertical-align: bottom;
  }
  @container (max-width: 26rem) {
    table {
      font-size: ${({ theme }) => theme.type.small};
    }
  }
`;

/** A collapsible table with the values of a chart, for screen readers and for visitors who prefer figures. */
export function CollapsibleTable({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    // The visitor may have opened it before hydration.
    <Details suppressHydrationWarning>
      <summary>{summary}</summary>
      {children}
    </Details>
  );
}
