import { useState } from 'react';
import styled from 'styled-components';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { callApi } from '../call-api.ts';
import type { LeadDetail, LeadListRow } from '../../contracts/operators/operator-leads.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { leadDeliveryProblem } from './lead-labels.ts';
import { useLeadMutation } from './use-lead-mutation.ts';
import { leadStages, leadStageLabels } from '../../contracts/leads/lead-stage.ts';
import { ChoiceRow } from '../parts/controls/choice-row.tsx';

const Box = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.75rem 1.25rem;
  > div:last-of-type {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }
  p + p,
  ul {
    margin-block-start: 0.35rem;
  }
  ul {
    padding-inline-start: 1.25rem;
  }
`;

/**
 * Shows when a lead was received and last changed. For a held lead, shows why it is held back, and lets the operator
 * release it or close it without sending it. For any other lead, shows a problem of its deliveries, if there is one, and
 * lets the operator choose the stage.
 */
export function StatusPanel({ lead }: { lead: LeadDetail }) {
  const action = useLeadMutation(lead.id);
  const [isAsked, setAsked] = useState(false);
  const fault = leadDeliveryProblem(lead.delivery);
  const isHeld = lead.status === 'quarantined';
  const close = () =>
    action.mutate(
      {
        send: () => callApi(leadCalls.resolve, { id: lead.id }),
        done: { title: 'Closed', text: 'Nothing of the lead is sent.' },
        failed: 'Failed to close',
      },
      { onSettled: () => setAsked(false) },
    );
  return (
    <Box aria-label="State of this lead">
      <div>
        {isHeld ? (
          <p>
            <StatusLine state="warn">Held back as suspicious</StatusLine>
          </p>
        ) : (
          fault && (
            <p>
              <StatusLine state={fault.state}>{fault.label}</StatusLine>
            </p>
          )
        )}
        <p>
          Received <Timestamp at={lead.createdAt} />
          {lead.updatedAt > lead.createdAt && (
            <>
              , changed <Timestamp at={lead.updatedAt} />
            </>
          )}
        </p>
        {isHeld && lead.suspicions.length > 0 && (
          <ul>
            {lead.suspicions.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        )}
      </div>
      <div>
        {isHeld && (
          <SmallButton
            disabled={action.isPending}
            onClick={() =>
              action.mutate({
                send: () => callApi(leadCalls.release, { id: lead.id }),
                done: { title: 'Released', text: 'Its deliveries go out now.' },
                failed: 'Failed to release',
              })
            }
          >
            Release
          </SmallButton>
        )}
        {isHeld ? (
          <SmallButton
            $look="outline"
            aria-haspopup="dialog"
            disabled={action.isPending}
            onClick={() => setAsked(true)}
          >
            Close without sending
          </SmallButton>
        ) : (
          <StageChoice lead={lead} />
        )}
      </div>
      <ConfirmDialog
        open={isAsked}
        title="Close without sending?"
        confirmLabel="Close it"
        busy={action.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={close}
      >
        <p>
          Nothing of this lead is sent: its deliveries are cancelled. It stays here. If you open it again, it
          is sent then.
        </p>
      </ConfirmDialog>
    </Box>
  );
}

/** Buttons that show and change the stage of a lead: the agent's progress with it, such as new or called. */
export function StageChoice({ lead }: { lead: Pick<LeadListRow, 'id' | 'stage'> }) {
  const change = useLeadMutation(lead.id);
  return (
    <ChoiceRow
      label="Status"
      showsLabel
      value={lead.stage}
      options={leadStages.map((stage) => [stage, leadStageLabels[stage]] as const)}
      disabled={change.isPending}
      onChange={(stage) =>
        change.mutate({
          send: () => callApi(leadCalls.setStage, { id: lead.id, stage }),
          done: { title: 'Status changed', text: `The lead is marked as “${leadStageLabels[stage]}”.` },
          failed: 'Failed to change the status',
        })
      }
    />
  );
}
