import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type AuthorizedLocation, type OauthStatus, crmCalls } from '../../contracts/operators/crm-calls.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { useNow } from '../use-now.ts';
import { leadsTargetText, leadsTargetName } from '../../contracts/leads/leads-target-text.ts';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { errorReason } from '../parts/states/error-message.ts';
import { callApi } from '../call-api.ts';
import { invalidateCrmQueries } from './crm-queries.ts';

/**
 * An action on a location that needs confirmation: revoke its access, or send new and waiting leads to it (`direct`).
 */
export interface LocationAction {
  action: 'revoke' | 'direct';
  location: AuthorizedLocation;
}

interface Props {
  status: OauthStatus;
  /** The action to confirm; null while no dialog is open. */
  asked: LocationAction | null;
  /** The title of the toast if revoking fails. */
  revokeFailure: string;
  /** Called when the action has succeeded, failed or been canceled. */
  onEnd: () => void;
}

/**
 * Asks for confirmation of an action on a location, performs it, and shows the result as a toast. Each dialog explains
 * what happens to leads.
 */
export function LocationDialogs({ status, asked, revokeFailure, onEnd }: Props) {
  const { leadsTo, leadsToWithout } = status;
  const now = useNow();
  const revoke = useRevoke(revokeFailure, onEnd);
  const direct = useDirectLeads(onEnd);
  const getsLeads = asked?.location.locationId === leadsTo?.locationId && leadsTo?.by !== 'token';
  return (
    <>
      <ConfirmDialog
        open={asked?.action === 'revoke'}
        title={asked ? `Revoke access of ${locationDisplayName(asked.location)}?` : ''}
        confirmLabel="Revoke access"
        busyLabel="Revoking…"
        danger
        busy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.location.locationId)}
        onCancel={onEnd}
      >
        {getsLeads
          ? `Leads no longer go to this location. ${leadsTargetText(leadsToWithout, now)}`
          : `The site forgets its access to this location. ${leadsTargetText(leadsTo, now)}`}
        {getsLeads && leadsToWithout?.state === 'ready' && ' So do those that wait here.'}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.action === 'direct'}
        title={asked ? `Send leads to ${locationDisplayName(asked.location)}?` : ''}
        confirmLabel="Send leads here"
        busyLabel="Redirecting…"
        busy={direct.isPending}
        onConfirm={() => asked && direct.mutate(asked.location.locationId)}
        onCancel={onEnd}
      >
        New leads go to this location from now on, and so do those that wait. Those that are in{' '}
        {leadsTo && leadsTargetName(leadsTo)} already stay there, with all that is added to them.
      </ConfirmDialog>
    </>
  );
}

/** Returns a location's name, or its id if it has no name. */
export function locationDisplayName({ name, locationId }: AuthorizedLocation): string {
  return name ?? locationId;
}

/**
 * Returns a mutation that sends new and waiting leads to another connected location, and shows the result as a toast.
 * It calls `done` after success and failure.
 */
function useDirectLeads(done: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (locationId: string) => callApi(crmCalls.directLeads, { locationId }),
    onSuccess: ({ leadsTo }) =>
      showToast({ kind: 'success', title: 'Leads Redirected', text: leadsTargetText(leadsTo, Date.now()) }),
    onError: (error) =>
      showToast({ kind: 'error', title: 'Failed to send leads there', text: errorReason(error) }),
    onSettled: () => {
      invalidateCrmQueries(queryClient);
      done();
    },
  });
}

/**
 * Returns a mutation that revokes a location's authorization, and shows the result as a toast. `failure` is the title
 * of the toast if that fails. The mutation calls `done` after success and failure.
 */
function useRevoke(failure: string, done: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (locationId: string) => callApi(crmCalls.revoke, { locationId }),
    onSuccess: ({ leadsTo }) =>
      showToast({
        kind: 'success',
        title: 'Access Revoked',
        text: `The location is no longer connected. ${leadsTargetText(leadsTo, Date.now())}`,
      }),
    onError: (error) => showToast({ kind: 'error', title: failure, text: errorReason(error) }),
    onSettled: () => {
      invalidateCrmQueries(queryClient);
      done();
    },
  });
}
