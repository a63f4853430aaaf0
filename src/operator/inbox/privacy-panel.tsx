import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { ButtonRow } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import type { LeadDeletion, LeadDetail } from '../../contracts/operators/operator-leads.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { errorMessage } from '../parts/states/error-message.ts';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButton, SmallButtonAnchor, SmallButtonLink } from '../parts/controls/small-button.tsx';
import { callApi } from '../call-api.ts';
import { leadTitle } from './lead-labels.ts';

interface Props {
  lead: LeadDetail;
  onDeleted: (done: LeadDeletion) => void;
}

/** Returns the key of the mutation that deletes a lead, with which a screen can find out whether it is running. */
export const deleteLeadMutationKey = (id: string): readonly string[] => ['delete-lead', id];

/**
 * Actions for privacy requests: download what is stored about this lead as a file, or delete the lead after
 * confirmation. The person's other leads are not included.
 */
export function PrivacyPanel({ lead, onDeleted }: Props) {
  const [isAsked, setAsked] = useState(false);
  const remove = useMutation({
    mutationKey: deleteLeadMutationKey(lead.id),
    mutationFn: () => callApi(leadCalls.delete, { id: lead.id }),
    onSuccess: onDeleted,
    onError: (error) => showToast({ kind: 'error', title: 'Failed to delete', text: errorMessage(error) }),
    onSettled: () => setAsked(false),
  });
  return (
    <Panel title="If they ask about their data">
      <p>
        Give them what is kept of them as a file, your private notes included, or delete it. Deleting also
        takes them off the market report’s list.
        {lead.others.length > 0 && ' They sent other leads, too: do the same for each of those.'}
      </p>
      <ButtonRow>
        <SmallButtonAnchor
          href={`/api/admin/leads/${encodeURIComponent(lead.id)}/export.json`}
          download
          $look="outline"
        >
          Export this person’s data
        </SmallButtonAnchor>
        <SmallButton $look="outline" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          Delete this lead
        </SmallButton>
      </ButtonRow>
      <ConfirmDialog
        open={isAsked}
        title={`Delete ${leadTitle(lead)}?`}
        confirmLabel="Delete for good"
        busyLabel="Deleting…"
        danger
        busy={remove.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={() => remove.mutate()}
      >
        <p>
          The lead goes with what was sent, its deliveries, its story, your notes and its subscription. This
          cannot be undone.
        </p>
        <p>
          What they agreed to stays as evidence, apart from everything else, because you may have to prove it.
          The contact in the CRM is not deleted: do that there.
        </p>
      </ConfirmDialog>
    </Panel>
  );
}

/** Explains after a deletion what was deleted, what was kept and why, and what must still be deleted elsewhere. */
export function LeadDeletedPanel({ done }: { done: LeadDeletion }) {
  const { consentsKept, optOutKept, crmContactId, crmContactUrl } = done;
  return (
    <Panel title="The lead is deleted">
      <div role="status">
        <p>What was sent, the deliveries, the story, your notes and the subscription are gone.</p>
        <ul>
          {consentsKept > 0 && (
            <li>
              {consentsKept} consent {consentsKept === 1 ? 'record stays' : 'records stay'} as evidence of
              what they agreed to, apart from everything else.
            </li>
          )}
          {optOutKept && (
            <li>
              Their address stays noted as one that gets no market report, and so does the CRM: nobody sends
              it to them by mistake.
            </li>
          )}
          <li>Backups made before still have the lead, until you delete them.</li>
          {crmContactId ? (
            <li>
              The contact in the CRM is still there: delete it there. Its id is <code>{crmContactId}</code>.
            </li>
          ) : (
            <li>
              As far as this site knows, the lead never reached the CRM, so there is nothing to delete there.
            </li>
          )}
        </ul>
      </div>
      <ButtonRow>
        {crmContactUrl && (
          <SmallButtonAnchor href={crmContactUrl} target="_blank" rel="noreferrer">
            Open the contact in the CRM
          </SmallButtonAnchor>
        )}
        <SmallButtonLink to="/admin/leads" $look="outline">
          Back to all leads
        </SmallButtonLink>
      </ButtonRow>
    </Panel>
  );
}
