import styled from 'styled-components';
import { leadStages, stageWords } from '../../contracts/lead-stage.ts';
import type { LeadRow } from '../../contracts/operator-api.ts';
import { useFollowUp } from './use-follow-up.ts';

const Set = styled.fieldset`
  display: flex;
  flex-wrap: wrap;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0;
    margin-block-end: 0.25rem;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
  }
  button {
    min-height: 2.75rem;
    padding: 0.3rem 0.9rem;
    border: 1px solid ${({ theme }) => theme.color.inkSoft};
    background: none;
    color: ${({ theme }) => theme.color.ink};
    font-size: ${({ theme }) => theme.type.small};
    cursor: pointer;
  }
  button + button {
    border-inline-start: 0;
  }
  button:first-of-type {
    border-start-start-radius: ${({ theme }) => theme.radius.s};
    border-end-start-radius: ${({ theme }) => theme.radius.s};
  }
  button:last-of-type {
    border-start-end-radius: ${({ theme }) => theme.radius.s};
    border-end-end-radius: ${({ theme }) => theme.radius.s};
  }
  button[aria-pressed='true'] {
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
    font-weight: 620;
  }
`;

/** Shows how far the agent has come with a lead, and lets them change it. */
export function StageChoice({ lead }: { lead: Pick<LeadRow, 'id' | 'stage'> }) {
  const change = useFollowUp(lead.id);
  return (
    <Set disabled={change.isPending}>
      <legend>Status</legend>
      {leadStages.map((stage) => (
        <button
          key={stage}
          type="button"
          aria-pressed={lead.stage === stage}
          onClick={() => {
            if (lead.stage === stage) return;
            change.mutate({
              path: 'stage',
              body: { stage },
              done: { title: 'Status changed', text: `The lead is marked as “${stageWords[stage]}”.` },
              failed: 'Failed to change the status',
            });
          }}
        >
          {stageWords[stage]}
        </button>
      ))}
    </Set>
  );
}
