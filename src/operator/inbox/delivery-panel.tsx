import { useState } from 'react';
import styled from 'styled-components';
import type { DeliveryInfo, LeadStory } from '../api-shapes.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { Moment } from '../parts/moment.tsx';
import { Panel } from '../parts/panel.tsx';
import { SmallButton, SmallButtonAnchor } from '../parts/small-button.tsx';
import { deliveryWords, destinationWords } from './lead-words.ts';
import { StandingLine } from './standing-line.tsx';
import { useLeadAction } from './use-lead-action.ts';

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
`;

const Error = styled.p`
  max-width: 30rem;
  margin-block-start: 0.35rem;
`;

/** Where a lead went and goes, with what failed, and what can be done about it. */
export function DeliveryPanel({ lead }: { lead: LeadStory }) {
  const action = useLeadAction(lead.id);
  const [asked, setAsked] = useState<DeliveryInfo | null>(null);
  const retry = (row: DeliveryInfo) =>
    action.mutate({
      verb: 'retry',
      delivery: row.id,
      done: { title: 'Retrying', text: 'The delivery is tried again now.' },
      failed: 'Failed to retry',
    });
  return (
    <Panel
      title="Deliveries"
      actions={
        lead.crmContactUrl && (
          <SmallButtonAnchor href={lead.crmContactUrl} target="_blank" rel="noreferrer" $look="outline">
            Open in the CRM
          </SmallButtonAnchor>
        )
      }
    >
      {lead.deliveries.length === 0 ? (
        <p>Nothing of this lead is delivered anywhere.</p>
      ) : (
        <DataTable
          caption="Deliveries"
          columns={columnsOf({ busy: action.isPending, retry, cancel: setAsked })}
          rows={lead.deliveries}
          rowKey={(row) => row.id}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        title="Cancel this delivery?"
        confirmLabel="Cancel the delivery"
        danger
        busy={action.isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => {
          if (!asked) return;
          action.mutate(
            {
              verb: 'cancel',
              delivery: asked.id,
              done: { title: 'Cancelled', text: 'The delivery is not tried any more.' },
              failed: 'Failed to cancel',
            },
            { onSettled: () => setAsked(null) },
          );
        }}
      >
        {asked && (
          <p>
            {destinationWords[asked.destination]}: it is not tried any more. The lead itself stays here, and
            you can retry the delivery later.
          </p>
        )}
      </ConfirmDialog>
    </Panel>
  );
}

interface Actions {
  busy: boolean;
  retry: (row: DeliveryInfo) => void;
  cancel: (row: DeliveryInfo) => void;
}

function columnsOf({ busy, retry, cancel }: Actions): readonly Column<DeliveryInfo>[] {
  return [
    {
      key: 'where',
      header: 'Where',
      lead: true,
      short: true,
      cell: (row) => destinationWords[row.destination],
    },
    {
      key: 'state',
      header: 'State',
      cell: (row) => (
        <>
          <StandingLine {...deliveryWords[row.state]} />
          {row.lastError && <Error>{row.lastError}</Error>}
        </>
      ),
    },
    { key: 'tries', header: 'Tries', number: true, cell: (row) => row.attempts },
    {
      key: 'when',
      header: 'When',
      cell: (row) =>
        row.deliveredAt !== null ? (
          <Moment at={row.deliveredAt} />
        ) : row.nextAttemptAt !== null ? (
          <>
            Next try: <Moment at={row.nextAttemptAt} ahead />
          </>
        ) : (
          '–'
        ),
    },
    {
      key: 'actions',
      header: 'Actions',
      quiet: true,
      cell: (row) => (
        <Buttons>
          {['attention', 'waiting', 'cancelled'].includes(row.state) && (
            <SmallButton
              $look={row.state === 'attention' ? 'solid' : 'outline'}
              disabled={busy}
              aria-label={`Retry: ${destinationWords[row.destination]}`}
              onClick={() => retry(row)}
            >
              Retry
            </SmallButton>
          )}
          {['attention', 'waiting', 'held'].includes(row.state) && (
            <SmallButton
              $look="outline"
              disabled={busy}
              aria-label={`Cancel: ${destinationWords[row.destination]}`}
              aria-haspopup="dialog"
              onClick={() => cancel(row)}
            >
              Cancel
            </SmallButton>
          )}
        </Buttons>
      ),
    },
  ];
}
