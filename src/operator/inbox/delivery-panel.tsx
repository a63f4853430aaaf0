import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { callApi } from '../call-api.ts';
import type {
  DeliveryInfo,
  LeadDetail,
  SubscriptionDelivery,
} from '../../contracts/operators/operator-leads.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { DataTable, type TableColumn } from '../parts/text/data-table.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButton, SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import { crmStatusQuery } from '../crm/crm-queries.ts';
import { useNow } from '../use-now.ts';
import { deliveryStateLabels, destinationLabels } from './lead-labels.ts';
import { mergeDeliveries } from './merge-deliveries.ts';
import { StatusLine } from '../parts/states/status-line.tsx';
import { useLeadMutation } from './use-lead-mutation.ts';

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
`;

/** Keeps the label of a state on one line, because the table breaks words to save space. */
const State = styled.span`
  white-space: nowrap;
`;

const Error = styled.p`
  max-width: 30rem;
  margin-block-start: 0.35rem;
`;

/** Lists a lead's deliveries, completed and pending, with the last error and buttons to retry or cancel them. */
export function DeliveryPanel({ lead }: { lead: LeadDetail }) {
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
        <DeliveryTable caption="Deliveries" rows={mergeDeliveries(lead.deliveries)} leadId={lead.id} />
      )}
    </Panel>
  );
}

/**
 * Lists pending market report opt-ins and opt-outs that are delivered separately from their lead, for example because
 * the lead was deleted or is held back.
 */
export function PendingSubscriptionsPanel({ rows }: { rows: readonly SubscriptionDelivery[] }) {
  return (
    <Panel title="Subscriptions on their way to the CRM">
      <p>
        These people unsubscribed from the market report or came back to it. The CRM does not have it yet.
      </p>
      <DeliveryTable caption="Subscriptions" rows={rows} nameOf={({ email }) => email} />
    </Panel>
  );
}

interface TableProps<Row extends DeliveryInfo> {
  caption: string;
  rows: readonly Row[];
  leadId?: string;
  nameOf?: (row: Row) => string;
}

function DeliveryTable<Row extends DeliveryInfo>({ caption, rows, leadId, nameOf }: TableProps<Row>) {
  const action = useLeadMutation(leadId);
  const [asked, setAsked] = useState<Row | null>(null);
  const nameRow = (row: Row) => nameOf?.(row) ?? destinationLabels[row.destination];
  const retry = (row: Row) =>
    action.mutate({
      send: () => callApi(leadCalls.retryDelivery, { id: row.id }),
      done: { title: 'Retrying', text: 'The delivery is tried again now.' },
      failed: 'Failed to retry',
    });
  return (
    <>
      <DataTable
        caption={caption}
        columns={columnsOf({ busy: action.isPending, nameRow, retry, cancel: setAsked })}
        rows={rows}
        rowKey={(row) => row.id}
      />
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
              send: () => callApi(leadCalls.cancelDelivery, { id: asked.id }),
              done: { title: 'Cancelled', text: 'The delivery is not tried any more.' },
              failed: 'Failed to cancel',
            },
            { onSettled: () => setAsked(null) },
          );
        }}
      >
        {asked && (
          <p>
            {nameRow(asked)}: it is not tried any more.
            {leadId !== undefined && ' The lead itself stays here, and you can retry the delivery later.'}
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

const TO_CRM: ReadonlySet<DeliveryInfo['destination']> = new Set(['crm', 'subscription']);

/** Shows when a delivery is tried next. One that is due may still wait, for example for a connection to the CRM. */
function NextTry({ destination, at }: { destination: DeliveryInfo['destination']; at: number }) {
  const isDue = at <= useNow();
  const { data: crm } = useQuery({ ...crmStatusQuery, enabled: isDue && TO_CRM.has(destination) });
  if (!isDue) {
    return (
      <>
        Next try: <Timestamp at={at} ahead />
      </>
    );
  }
  if (TO_CRM.has(destination) && crm && !crm.leadsTo) return 'Next try: once a CRM is connected';
  return 'Next try: as soon as possible';
}

interface Actions<Row> {
  busy: boolean;
  nameRow: (row: Row) => string;
  retry: (row: Row) => void;
  cancel: (row: Row) => void;
}

function columnsOf<Row extends DeliveryInfo>({
  busy,
  nameRow,
  retry,
  cancel,
}: Actions<Row>): readonly TableColumn<Row>[] {
  return [
    {
      key: 'where',
      header: 'Where',
      lead: true,
      short: true,
      cell: nameRow,
    },
    {
      key: 'state',
      header: 'State',
      cell: (row) => (
        <>
          <State>
            <StatusLine state={deliveryStateLabels[row.state].state}>
              {deliveryStateLabels[row.state].label}
            </StatusLine>
          </State>
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
          <Timestamp at={row.deliveredAt} />
        ) : row.nextAttemptAt !== null ? (
          <NextTry destination={row.destination} at={row.nextAttemptAt} />
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
              aria-label={`Retry: ${nameRow(row)}`}
              onClick={() => retry(row)}
            >
              Retry
            </SmallButton>
          )}
          {['attention', 'waiting', 'held'].includes(row.state) && (
            <SmallButton
              $look="outline"
              disabled={busy}
              aria-label={`Cancel: ${nameRow(row)}`}
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
