import styled from 'styled-components';
import { openLeadStages, leadStageLabels } from '../../contracts/leads/lead-stage.ts';
import type { LeadCounts } from '../../contracts/operators/operator-leads.ts';
import type { InboxUrlState } from './use-inbox-url-state.ts';

const List = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
`;

const View = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  padding: 0.35rem 0.9rem;
  border: 1px solid ${({ theme }) => theme.color.line};
  border-radius: 999px;
  background: ${({ theme }) => theme.color.surface};
  color: ${({ theme }) => theme.color.ink};
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 560;
  cursor: pointer;
  b {
    font-variant-numeric: tabular-nums;
    font-weight: 620;
  }
  &:hover {
    border-color: ${({ theme }) => theme.color.ink};
  }
  &[aria-pressed='true'] {
    border-color: ${({ theme }) => theme.color.accent};
    background: ${({ theme }) => theme.color.accent};
    color: ${({ theme }) => theme.color.onAccent};
  }
`;

/** Buttons that filter the inbox by its most common views, each with its number of leads. */
export function InboxViewButtons({
  counts,
  address,
}: {
  counts: LeadCounts['counts'];
  address: InboxUrlState;
}) {
  const [status, stage, delivery] = (['status', 'stage', 'delivery'] as const).map(address.value);
  const all = counts.open + counts.quarantined + counts.resolved;
  const views = [
    { label: 'All', count: all, status: '', stage: '', delivery: '' },
    ...openLeadStages.map((each) => ({
      label: leadStageLabels[each],
      count: counts[each],
      status: '',
      stage: each,
      delivery: '',
    })),
    { label: leadStageLabels.closed, count: counts.resolved, status: '', stage: 'closed', delivery: '' },
    { label: 'Held back', count: counts.quarantined, status: 'quarantined', stage: '', delivery: '' },
    { label: 'Needs you', count: counts.attention, status: '', stage: '', delivery: 'attention' },
  ];
  return (
    <List role="group" aria-label="Views">
      {views.map((view) => (
        <View
          key={view.label}
          type="button"
          aria-pressed={view.status === status && view.stage === stage && view.delivery === delivery}
          onClick={() => address.set({ status: view.status, stage: view.stage, delivery: view.delivery })}
        >
          {view.label} <b>{view.count.toLocaleString('en-US')}</b>
        </View>
      ))}
    </List>
  );
}
