import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import type { SiteOverview } from '../../contracts/operators/site-calls.ts';
import { formatRelativeTime } from '../../contracts/operators/relative-time.ts';
import { useNow } from '../use-now.ts';

const Strip = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr));
  gap: ${({ theme }) => theme.space.m};
  > div {
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
    padding-block-start: 0.6rem;
    border-block-start: 2px solid ${({ theme }) => theme.color.ink};
  }
  dt {
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
    line-height: 1.4;
  }
  dd {
    font-family: ${({ theme }) => theme.font.display};
    font-size: 1.625rem;
    font-variant-numeric: lining-nums;
    font-weight: 560;
    line-height: 1.2;
    &::first-letter {
      text-transform: uppercase;
    }
  }
  a {
    display: inline-block;
    min-width: 1.75rem;
    color: inherit;
    text-decoration-color: ${({ theme }) => theme.color.accent};
  }
  @media (max-width: 29.99rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    dd {
      font-size: 1.375rem;
    }
  }
`;

/** Key figures: the time of the last lead, and numbers of deliveries with links to their leads. */
export function LeadKeyFigures({ overview }: { overview: Pick<SiteOverview, 'lastLeadAt' | 'deliveries'> }) {
  const { lastLeadAt, deliveries } = overview;
  const now = useNow();
  return (
    <Strip>
      <Figure label="Last lead">
        {lastLeadAt === null ? 'None yet' : formatRelativeTime(Math.min(lastLeadAt, now), now)}
      </Figure>
      <Figure label="Deliveries waiting">
        <Count of={deliveries.waiting} to="/admin/leads?delivery=waiting" />
      </Figure>
      <Figure label="Deliveries that need you">
        <Count of={deliveries.attention} to="/admin/leads?delivery=attention" />
      </Figure>
      <Figure label="Deliveries held back">
        <Count of={deliveries.held} to="/admin/leads?delivery=held" />
      </Figure>
    </Strip>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Count({ of, to }: { of: number; to: string }) {
  const words = of.toLocaleString('en-US');
  return of > 0 ? <Link to={to}>{words}</Link> : words;
}
