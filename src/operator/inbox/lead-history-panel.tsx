import styled from 'styled-components';
import type { LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';

const List = styled.ol`
  margin-block-end: 0;
  padding: 0;
  list-style: none;
  li {
    position: relative;
    padding: 0 0 1rem 1.5rem;
    border-inline-start: 2px solid ${({ theme }) => theme.color.line};
    margin-inline-start: 0.35rem;
    overflow-wrap: anywhere;
  }
  li::before {
    content: '';
    position: absolute;
    inset: 0.45rem auto auto calc(-0.35rem - 1px);
    width: 0.7rem;
    height: 0.7rem;
    border-radius: 50%;
    background: ${({ theme }) => theme.color.accent};
  }
  li:last-child {
    padding-block-end: 0;
    border-color: transparent;
  }
  time {
    display: block;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
`;

/** A lead's history on this site and in the CRM, newest first. */
export function LeadHistoryPanel({ events }: Pick<LeadDetail, 'events'>) {
  // Leave out superseded deliveries. The delivery that replaced them includes their changes and has its own entry.
  const shown = events.filter(({ kind }) => kind !== 'delivery-superseded');
  return (
    <Panel title="What happened">
      <List reversed>
        {shown.map(({ at, words }, index) => (
          <li key={`${at} ${shown.length - index}`}>
            {words}
            <Timestamp at={at} />
          </li>
        ))}
      </List>
    </Panel>
  );
}
