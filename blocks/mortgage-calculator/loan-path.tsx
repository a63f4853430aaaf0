import styled from 'styled-components';
import { Disclosure } from '../../src/tools/disclosure.tsx';
import { wholeDollars, type Cents } from '../../src/tools/money.ts';
import type { LoanYear } from '../../src/tools/mortgage.ts';
import { placeOn, roundScale } from '../../src/tools/scale.ts';

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

const Drawing = styled.svg`
  width: 100%;
  height: 17rem;
  overflow: visible;
  .principal {
    fill: ${({ theme }) => theme.color.ink};
  }
  .interest {
    fill: ${({ theme }) => theme.color.accent};
  }
  line {
    stroke: ${({ theme }) => theme.color.line};
  }
  text {
    fill: ${({ theme }) => theme.color.inkSoft};
    font-size: 0.875rem;
    font-variant-numeric: tabular-nums lining-nums;
  }
  @media (forced-colors: active) {
    forced-color-adjust: none;
    .principal {
      fill: CanvasText;
    }
    .interest {
      fill: Highlight;
    }
    text {
      fill: CanvasText;
    }
  }
`;

const Key = styled(Drawing)`
  width: 0.9rem;
  height: 0.9rem;
`;

/** The drawing is as wide as there is room: across it counts in percent, upwards in pixels. */
const HEIGHT = 272;
const TOP = 14;
const GROUND = HEIGHT - 30;
/** Kept free for the amounts on the left, in percent of the least width. */
const LEFT = 64;

interface Props {
  id: string;
  years: readonly LoanYear[];
  interest: Cents;
  loan: Cents;
}

/** How much of each year's payments is interest and how much pays the loan back: drawn, and as a table. */
export function LoanPath({ id, years, interest, loan }: Props) {
  const most = Math.max(...years.map((year) => year.interest + year.principal));
  const turn = years.find((year) => year.principal > year.interest);
  const words = turn
    ? `From year ${turn.year} on, more of what you pay goes to the loan than to interest.`
    : 'To the end, more of what you pay goes to interest than to the loan.';
  return (
    <Figure role="group" aria-labelledby={`${id}-path`}>
      <figcaption>
        <div>
          <h3 id={`${id}-path`}>Where each year’s payments go</h3>
          <p>
            {interest === 0
              ? 'Without interest, all you pay goes to the loan.'
              : `${words} In all: ${wholeDollars(loan)} borrowed, ${wholeDollars(interest)} of interest.`}
          </p>
        </div>
        <Legend>
          <li>
            <Key aria-hidden="true">
              <rect className="principal" width="100%" height="100%" rx="2" />
            </Key>
            Paid back
          </li>
          <li>
            <Key aria-hidden="true">
              <rect className="interest" width="100%" height="100%" rx="2" />
            </Key>
            Interest
          </li>
        </Legend>
      </figcaption>
      <Bars years={years} most={most} />
      <Disclosure summary="The same as a table, by year">
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
                <td>{wholeDollars(year.principal)}</td>
                <td>{wholeDollars(year.interest)}</td>
                <td>{wholeDollars(year.balance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Disclosure>
    </Figure>
  );
}

/** Decoration to a screen reader: the sentence above says it, and the table below tells it all. */
function Bars({ years, most }: { years: readonly LoanYear[]; most: Cents }) {
  const scale = roundScale(0, most / 100);
  const at = (amount: Cents) => GROUND - placeOn(scale, amount / 100) * (GROUND - TOP);
  const width = 100 / years.length;
  const every = years.length > 12 ? 5 : 1;
  return (
    <Drawing aria-hidden="true" focusable="false">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1="0" x2="100%" y1={at(tick * 100)} y2={at(tick * 100)} />
          {tick > 0 && (
            <text x="0" y={at(tick * 100) + 16}>
              {wholeDollars(tick * 100)}
            </text>
          )}
        </g>
      ))}
      <svg x={LEFT} className="plot">
        {years.map((year, index) => {
          const x = `${index * width + width * 0.14}%`;
          const middle = at(year.principal);
          const top = at(year.principal + year.interest);
          return (
            <g key={year.year}>
              <rect className="principal" x={x} width={`${width * 0.72}%`} y={middle} height={GROUND - middle} />
              <rect className="interest" x={x} width={`${width * 0.72}%`} y={top} height={middle - top} />
              {(year.year === 1 || year.year % every === 0) && (
                <text x={`${(index + 0.5) * width}%`} y={HEIGHT - 8} textAnchor="middle">
                  {year.year}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </Drawing>
  );
}
