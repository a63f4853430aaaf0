import type { AuthorizedLocation, OauthStatus } from '../../contracts/operators/crm-calls.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';
import { useNow } from '../use-now.ts';
import { leadTargetWords, targetName } from '../../contracts/leads/lead-target-words.ts';
import { useDirectLeads } from './use-direct-leads.ts';
import { useRevoke } from './use-revoke.ts';

/** An action on a location that needs confirmation: revoke its access, or send leads to it. */
export interface LocationAction {
  action: 'revoke' | 'direct';
  location: AuthorizedLocation;
}

interface Props {
  status: OauthStatus;
  /** The action to confirm; null while no dialog is open. */
  asked: LocationAction | null;
  /** Title of the message when revoking fails. */
  revokeFailure: string;
  /** Called when the action has succeeded, failed or been canceled. */
  onEnd: () => void;
}

/** Asks for confirmation before an action on a location. Each dialog explains what happens to leads. */
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
        title={asked ? `Revoke access of ${nameOf(asked.location)}?` : ''}
        confirmLabel="Revoke access"
        busyLabel="Revoking…"
        danger
        busy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.location.locationId)}
        onCancel={onEnd}
      >
        {getsLeads
          ? `Leads no longer go to this location. ${leadTargetWords(leadsToWithout, now)}`
          : `The site forgets its access to this location. ${leadTargetWords(leadsTo, now)}`}
        {getsLeads && leadsToWithout?.state === 'ready' && ' So do those that wait here.'}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.action === 'direct'}
        title={asked ? `Send leads to ${nameOf(asked.location)}?` : ''}
        confirmLabel="Send leads here"
        busyLabel="Redirecting…"
        busy={direct.isPending}
        onConfirm={() => asked && direct.mutate(asked.location.locationId)}
        onCancel={onEnd}
      >
        New leads go to this location from now on, and so do those that wait. Those that are in{' '}
        {leadsTo && targetName(leadsTo)} already stay there, with all that is added to them.
      </ConfirmDialog>
    </>
  );
}

/** Returns a location's name, or its id if it has no name. */
export function nameOf({ name, locationId }: AuthorizedLocation): string {
  return name ?? locationId;
}
