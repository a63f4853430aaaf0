import styled from 'styled-components';
import { DataTable } from '../text/data-table.tsx';

const Fold = styled.details`
  margin-block: 0.25rem -0.6rem;
  font-size: ${({ theme }) => theme.type.small};
  summary {
    display: flex;
    width: fit-content;
    align-items: center;
    min-height: 2.75rem;
    color: ${({ theme }) => theme.color.accent};
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }
`;

/** One value of a chart, such as a bar or a point of a line. */
export interface ChartValue {
  label: string;
  value: number;
}

interface Props {
  caption: string;
  of: string;
  values: readonly ChartValue[];
  unit: string;
}

/** A collapsed table of a chart's values, for screen readers and for exact figures. */
export function ChartTable({ caption, of, values, unit }: Props) {
  return (
    <Fold>
      <summary>Show as a table</summary>
      <DataTable
        caption={caption}
        rows={values}
        rowKey={({ label }) => label}
        columns={[
          { key: 'label', header: of, cell: ({ label }) => label },
          { key: 'value', header: unit, number: true, cell: ({ value }) => value.toLocaleString('en-US') },
        ]}
      />
    </Fold>
  );
}
