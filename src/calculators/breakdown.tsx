import styled from 'styled-components';
import { formatDollarsAndCents, type Cents } from './money.ts';

const Figure = styled.p`
  > span,
  output {
    display: block;
  }
  > span {
    color: ${({ theme }) => theme.color.inkSoft};
    line-height: 1.4;
  }
  output {
    margin-block-start: 0.35rem;
    font-family: ${({ theme }) => theme.font.display};
    font-size: clamp(2.25rem, 1.7rem + 2.2vw, 3.25rem);
    font-weight: 540;
    font-variant-numeric: lining-nums;
    letter-spacing: -0.02em;
    line-height: 1.05;
  }
`;

/** The main result of a calculator: a figure with its label. */
export interface MainFigure {
  label: string;
  figure: string;
}

/** Shows the main result of a calculator. Screen readers announce its changes. */
export function CalculatorMainFigure({ label, figure }: MainFigure) {
  return (
    <Figure>
      <span>{label}</span>
      <output>{figure}</output>
    </Figure>
  );
}

const List = styled.dl`
  margin-block-start: ${({ theme }) => theme.space.m};
  font-variant-numeric: tabular-nums lining-nums;
  > div {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 1rem;
    padding-block: 0.5rem;
    border-block-start: 1px solid ${({ theme }) => theme.color.line};
  }
  dt small {
    display: block;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
    line-height: 1.4;
  }
  dt {
    flex: 1 1 6.5rem;
  }
  dd {
    margin-inline-start: auto;
    font-weight: 560;
    white-space: nowrap;
  }
  > div[data-sum] {
    border-block-start: 2px solid ${({ theme }) => theme.color.ink};
    font-weight: 680;
  }
`;

/** A line of a breakdown: a part of the total, or the total. */
export interface BreakdownLine {
  label: string;
  /** Small text below the label. */
  note?: string | undefined;
  amount: Cents;
  /** Whether this line is the total. */
  sum?: boolean;
}

/** A total and its parts, to the cent. */
export function Breakdown({ lines }: { lines: readonly BreakdownLine[] }) {
  return (
    <List>
      {lines.map((line) => (
        <div key={line.label} data-sum={line.sum ? '' : undefined}>
          <dt>
            {line.label}
            {line.note && <small>{line.note}</small>}
          </dt>
          <dd>{formatDollarsAndCents(line.amount)}</dd>
        </div>
      ))}
    </List>
  );
}

export const BreakdownNote = styled.p`
  margin-block-start: ${({ theme }) => theme.space.m};
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.5;
`;
