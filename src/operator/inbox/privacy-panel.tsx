import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { leadCalls } from '../../contracts/operators/lead-calls.ts';
import { ButtonRow } from '../../ui/form/button.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import type { LeadDeletion, LeadStory } from '../../contracts/operators/operator-leads.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { errorWords } from '../parts/states/error-words.ts';
import { Panel } from '../parts/text/panel.tsx';
import { SmallButton, SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import { callApi } from '../call-api.ts';
import { leadTitle } from './lead-words.ts';

interface Props {
  lead: LeadStory;
  onDeleted: (done: LeadDeletion) => void;
}

/** Returns the key of the request that deletes a lead. */
export const deletionKey = (id: string): readonly string[] => ['delete-lead', id];

/** Actions for privacy requests: exporting a person's data, or deleting it. */
export function PrivacyPanel({ lead, onDeleted }: Props) {
  const [isAsked, setAsked] = useState(false);
  const remove = useMutation({
    mutationKey: deletionKey(lead.id),
    mutationFn: () => callApi(leadCalls.delete, { id: lead.id }),
    onSuccess: onDeleted,
    onError: (error) => showToast({ kind: 'error', title: 'Failed to delete', text: errorWords(error) }),
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
