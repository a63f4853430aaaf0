import styled from 'styled-components';
import { ChartTable, type ChartValue } from './chart-table.tsx';

const Bars = styled.div`
  display: grid;
  grid-template-columns: minmax(5rem, max-content) minmax(0, 1fr) max-content;
  gap: 0.5rem 0.75rem;
  align-items: center;
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.3;
  > span {
    overflow-wrap: anywhere;
  }
  > b {
    font-variant-numeric: tabular-nums;
    font-weight: 620;
    text-align: end;
  }
  svg {
    width: 100%;
    height: 1.125rem;
    fill: ${({ theme }) => theme.color.accent};
  }
  @media (max-width: 29.99rem) {
    grid-template-columns: minmax(0, 1fr) max-content;
    gap: 0.2rem 0.75rem;
    > span {
      grid-column: 1 / -1;
    }
    > b {
      margin-block-end: 0.5rem;
    }
    svg {
      margin-block-end: 0.5rem;
    }
  }
`;

interface Props {
  title: string;
  /** The category that the bars represent, such as `Source`. */
  of: string;
  /** The unit that is counted, such as `Leads`. */
  unit: string;
  values: readonly ChartValue[];
}

/** A bar chart, with a table of the same values. */
export function BarChart({ title, of, unit, values }: Props) {
  const most = Math.max(1, ...values.map(({ value }) => value));
  return (
    <figure>
      <Bars aria-hidden="true">
        {values.map(({ label, value }) => (
          <BarRow key={label} label={label} value={value} share={value / most} />
        ))}
      </Bars>
      <ChartTable caption={title} of={of} unit={unit} values={values} />
    </figure>
  );
}

function BarRow({ label, value, share }: ChartValue & { share: number }) {
  return (
    <>
      <span>{label}</span>
      <svg viewBox="0 0 100 10" preserveAspectRatio="none">
        <rect width={Math.max(share * 100, value > 0 ? 0.6 : 0)} height={10} rx={0} />
      </svg>
      <b>{value.toLocaleString('en-US')}</b>
    </>
  );
}
