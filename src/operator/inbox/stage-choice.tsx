import { leadStages, stageWords } from '../../contracts/lead-stage.ts';
import type { LeadRow } from '../../contracts/operator-leads.ts';
import { ChoiceRow } from '../parts/choice-row.tsx';
import { useFollowUp } from './use-follow-up.ts';

/** Shows the agent's progress with a lead, and lets operators change it. */
export function StageChoice({ lead }: { lead: Pick<LeadRow, 'id' | 'stage'> }) {
  const change = useFollowUp(lead.id);
  return (
    <ChoiceRow
      label="Status"
      showsLabel
      value={lead.stage}
      options={leadStages.map((stage) => [stage, stageWords[stage]] as const)}
      disabled={change.isPending}
      onChange={(stage) =>
        change.mutate({
          path: 'stage',
          body: { stage },
          done: { title: 'Status changed', text: `The lead is marked as “${stageWords[stage]}”.` },
          failed: 'Failed to change the status',
        })
      }
    />
  );
}
