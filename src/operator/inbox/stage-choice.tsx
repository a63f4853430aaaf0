import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { callApi } from '../call-api.ts';
import { leadStages, stageWords } from '../../contracts/leads/lead-stage.ts';
import type { LeadRow } from '../../contracts/operators/operator-leads.ts';
import { ChoiceRow } from '../parts/controls/choice-row.tsx';
import { useLeadChange } from './use-lead-change.ts';

/** Shows the agent's progress with a lead, and lets operators change it. */
export function StageChoice({ lead }: { lead: Pick<LeadRow, 'id' | 'stage'> }) {
  const change = useLeadChange(lead.id);
  return (
    <ChoiceRow
      label="Status"
      showsLabel
      value={lead.stage}
      options={leadStages.map((stage) => [stage, stageWords[stage]] as const)}
      disabled={change.isPending}
      onChange={(stage) =>
        change.mutate({
          send: () => callApi(leadCalls.setStage, { id: lead.id, stage }),
          done: { title: 'Status changed', text: `The lead is marked as “${stageWords[stage]}”.` },
          failed: 'Failed to change the status',
        })
      }
    />
  );
}
