import { useContext, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import type { PropsOf } from '../../src/builder/block.ts';
import { PlacementKeyContext } from '../../src/builder/placement-context.ts';
import { CollapsibleTable } from '../../src/calculators/collapsible-table.tsx';
import { RichText } from '../../src/ui/text/rich-text.tsx';
import { SampleNote } from '../../src/ui/text/sample-note.tsx';
import { Section } from '../../src/ui/layout/section.tsx';
import { ArrowLink } from '../../src/ui/text/site-link.tsx';
import type block from './block.ts';
import { formatDate, isStale, formatMonth } from './dates.ts';
import { ChartDrawing } from './drawing.tsx';

const Figure = styled.figure`
  h3 {
    margin-block-end: ${({ theme }) => theme.space.m};
    font-family: ${({ theme }) => theme.font.body};
    font-size: 1.0625rem;
    font-weight: 650;
    letter-spacing: 0;
  }
  figcaption {
    margin-block-start: ${({ theme }) => theme.space.s};
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
`;

const Stale = styled.p`
  margin-block-end: ${({ theme }) => theme.space.m};
  padding: 0.75rem 1rem;
  border-inline-start: 6px solid ${({ theme }) => theme.color.accent};
  box-shadow: inset 0 0 0 1px ${({ theme }) => theme.color.line};
  font-weight: 620;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${({ theme }) => theme.space.m};
  margin-block-start: ${({ theme }) => theme.space.m};
`;

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** Formatters for values, by unit. */
const words = {
  dollars: (value: number) => dollars.format(value),
  number: (value: number) => number.format(value),
  percent: (value: number) => `${number.format(value)}%`,
  days: (value: number) => `${number.format(value)} days`,
} as const;

/** A chart and a table of monthly values, with a warning if they are outdated. */
export default function MarketChartView(props: PropsOf<typeof block>) {
  const { tone, eyebrow, title, desc, measure, unit, look, items } = props;
  const { as_of, source, shelf_life_days, sample, link } = props;
  const id = useContext(PlacementKeyContext);
  const say = words[unit];
  const rows = 'rows' in items ? items.rows : [];
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    <Section tone={tone} heading={{ title, eyebrow, intro: desc && <RichText html={desc} /> }}>
      <StaleNote date={as_of} days={shelf_life_days} />
      {'html' in items && <RichText html={items.html} />}
      {first && last && (
        <Figure aria-labelledby={`${id}-measure`}>
          <h3 id={`${id}-measure`}>
            {measure}, {formatMonth(first.month)} to {formatMonth(last.month)}: {say(first.value)} to{' '}
            {say(last.value)}
          </h3>
          <ChartDrawing months={rows} look={look} say={say} />
          <figcaption>
            As of {formatDate(as_of)}. Source: {source}.
          </figcaption>
          <CollapsibleTable summary="The same as a table">
            <table>
              <thead>
                <tr>
                  <th scope="col">Month</th>
                  <th scope="col">{measure}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row, index) => (
                  <tr key={index}>
                    <th scope="row">{formatMonth(row.month)}</th>
                    <td>{say(row.value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </CollapsibleTable>
        </Figure>
      )}
      {(sample || link?.text) && (
        <Foot>
          {sample && <SampleNote>{sample}</SampleNote>}
          {link?.text && <ArrowLink link={link} />}
        </Foot>
      )}
    </Section>
  );
}

/**
 * Warns that figures are outdated. The server's note may be wrong by the time a cached page is shown. An effect
 * corrects the element directly, because React does not correct attributes that differ when it hydrates.
 */
function StaleNote({ date, days }: { date: string; days: number }) {
  const note = useRef<HTMLParagraphElement>(null);
  const [stale] = useState(() => isStale(date, days, Date.now()));
  useEffect(() => {
    if (note.current) note.current.hidden = !isStale(date, days, Date.now());
  }, [date, days]);
  return (
    <Stale ref={note} role="note" hidden={!stale} suppressHydrationWarning>
      These figures are from {formatDate(date)}; ask for current ones.
    </Stale>
  );
}
