import type { AuthorizedLocation, OauthStatus } from '../api-shapes.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useNow } from '../use-now.ts';
import { leadsWords, targetName } from './leads-words.ts';
import { useDirectLeads } from './use-direct-leads.ts';
import { useRevoke } from './use-revoke.ts';

/** What an operator is about to do with a location: take back its access, or send leads there. */
export interface LocationDeed {
  deed: 'revoke' | 'direct';
  location: AuthorizedLocation;
}

interface Props {
  status: OauthStatus;
  /** Null: nothing is asked. */
  asked: LocationDeed | null;
  /** Title of the message when revoking fails. */
  revokeFailure: string;
  /** It was done, failed, or was taken back. */
  onEnd: () => void;
}

/** Asks before a location's access is revoked or leads are sent there: each says what becomes of leads. */
export function LocationDialogs({ status, asked, revokeFailure, onEnd }: Props) {
  const { leadsTo, leadsToWithout } = status;
  const now = useNow();
  const revoke = useRevoke(revokeFailure, onEnd);
  const direct = useDirectLeads(onEnd);
  const getsLeads = asked?.location.locationId === leadsTo?.locationId && leadsTo?.by !== 'token';
  return (
    <>
      <ConfirmDialog
        open={asked?.deed === 'revoke'}
        title={asked ? `Revoke access of ${nameOf(asked.location)}?` : ''}
        confirmLabel="Revoke access"
        busyLabel="Revoking…"
        danger
        busy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.location.locationId)}
        onCancel={onEnd}
      >
        {getsLeads
          ? `Leads no longer go to this location. ${leadsWords(leadsToWithout, now)}`
          : `The site forgets its access to this location. ${leadsWords(leadsTo, now)}`}
        {getsLeads && leadsToWithout?.state === 'ready' && ' So do those that wait here.'}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.deed === 'direct'}
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

/** A location as operators know it. */
export function nameOf({ name, locationId }: AuthorizedLocation): string {
  return name ?? locationId;
}
