import styled from 'styled-components';
import { CollapsibleTable } from '../../src/calculators/collapsible-table.tsx';
import { formatWholeDollars, type Cents } from '../../src/calculators/money.ts';
import type { LoanYear } from '../../src/calculators/loan-formulas.ts';
import { Plot, PLOT_LABELS_Y_PX, plotY, createPlotScale } from '../../src/calculators/plot.tsx';

const Figure = styled.figure`
  padding-block-start: ${({ theme }) => theme.space.l};
  border-block-start: 1px solid ${({ theme }) => theme.color.line};
  h3 {
    font-size: ${({ theme }) => theme.type.h3};
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.5rem 2rem;
    margin-block-end: ${({ theme }) => theme.space.m};
  }
  figcaption p {
    margin-block-start: 0.35rem;
    max-width: 40rem;
    color: ${({ theme }) => theme.color.inkSoft};
  }
`;

const Legend = styled.ul.attrs({ role: 'list' })`
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.5rem;
  align-self: end;
  li {
    display: flex;
    align-items: center;
    gap: 0.5rem;
  }
`;

const Key = styled.span`
  width: 0.9rem;
  height: 0.9rem;
  border-radius: 2px;
  background: ${({ theme }) => theme.color.ink};
  print-color-adjust: exact;
  &[data-part='interest'] {
    background: ${({ theme }) => theme.color.accent};
  }
  @media (forced-colors: active) {
    forced-color-adjust: none;
    background: CanvasText;
    &[data-part='interest'] {
      background: Highlight;
    }
  }
`;

interface Props {
  id: string;
  years: readonly LoanYear[];
  interest: Cents;
  loan: Cents;
}

/** Shows the interest and principal paid in each year, as a chart and a table. */
export function RepaymentSchedule({ id, years, interest, loan }: Props) {
  const turn = years.find((year) => year.principal > year.interest);
  const words = turn
    ? `From year ${turn.year} on, more of what you pay goes to the loan than to interest.`
    : 'To the end, more of what you pay goes to interest than to the loan.';
  return (
    <Figure aria-labelledby={`${id}-path`}>
      <figcaption>
        <div>
          <h3 id={`${id}-path`}>Where each year’s payments go</h3>
          <p>
            {interest === 0
              ? 'Without interest, all you pay goes to the loan.'
              : `${words} In all: ${formatWholeDollars(loan)} borrowed, ${formatWholeDollars(interest)} of interest.`}
          </p>
        </div>
        <Legend>
          <li>
            <Key data-part="principal" />
            Paid back
          </li>
          <li>
            <Key data-part="interest" />
            Interest
          </li>
        </Legend>
      </figcaption>
      <Bars years={years} />
      <CollapsibleTable summary="The same as a table, by year">
        <table>
          <thead>
            <tr>
              <th scope="col">Year</th>
              <th scope="col">Paid back</th>
              <th scope="col">Interest</th>
              <th scope="col">Still owed</th>
            </tr>
          </thead>
          <tbody>
            {years.map((year) => (
              <tr key={year.year}>
                <th scope="row">{year.year}</th>
                <td>{formatWholeDollars(year.principal)}</td>
                <td>{formatWholeDollars(year.interest)}</td>
                <td>{formatWholeDollars(year.balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </CollapsibleTable>
    </Figure>
  );
}

function Bars({ years }: { years: readonly LoanYear[] }) {
  const scale = createPlotScale(0, Math.max(...years.map((year) => year.interest + year.principal)) / 100);
  const at = (amount: Cents) => plotY(scale, amount / 100);
  // Leave 3 % of the width for the label of the last year, which would otherwise be cut off on a phone.
  const width = 97 / years.length;
  const every = years.length > 12 ? 5 : 1;
  return (
    <Plot scale={scale} label={(value) => formatWholeDollars(value * 100)}>
      {years.map(({ year, principal, interest }, index) => {
        const across = { x: `${(index + 0.14) * width}%`, width: `${width * 0.72}%` };
        const middle = at(principal);
        const top = at(principal + interest);
        return (
          <g key={year}>
            <rect className="first" {...across} y={middle} height={at(0) - middle} />
            <rect className="second" {...across} y={top} height={middle - top} />
            {(year === 1 || year % every === 0) && (
              <text x={`${(index + 0.5) * width}%`} y={PLOT_LABELS_Y_PX} textAnchor="middle">
                {year}
              </text>
            )}
          </g>
        );
      })}
    </Plot>
  );
}
