import { useState } from 'react';
import styled from 'styled-components';
import { ButtonRow } from '../../ui/button.tsx';
import type { AuthorizedLocation } from '../api-shapes.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Moment } from '../parts/moment.tsx';
import { SmallButton } from '../parts/small-button.tsx';
import { StatusLine } from '../parts/status-line.tsx';
import { useRevoke } from './use-revoke.ts';

const Id = styled.code`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: 0.875rem;
`;

interface Props {
  locations: readonly AuthorizedLocation[];
  /** Title of the message when revoking fails. */
  revokeFailure: string;
  onReconnect: (locationId: string) => void;
}

/** The locations that authorized us, each with its way to reconnect and to revoke. */
export function LocationList({ locations, revokeFailure, onReconnect }: Props) {
  const [asked, setAsked] = useState<AuthorizedLocation | null>(null);
  const revoke = useRevoke(revokeFailure, () => setAsked(null));
  if (locations.length === 0) {
    return (
      <EmptyState title="No authorized locations">
        Connect, and choose the location that gets the leads.
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable
        caption="Authorized locations"
        rows={locations}
        rowKey={({ locationId }) => locationId}
        columns={[
          {
            key: 'name',
            header: 'Location',
            lead: true,
            cell: ({ name, locationId }) => (
              <>
                {name ?? 'Unnamed location'}
                <br />
                <Id>{locationId}</Id>
              </>
            ),
          },
          {
            key: 'state',
            header: 'State',
            cell: ({ state, reason }) =>
              state === 'ready' ? (
                <StatusLine state="ok">Connected</StatusLine>
              ) : (
                <>
                  <StatusLine state="fail">Reconnect needed</StatusLine>
                  <br />
                  {reason ?? 'The CRM refuses our access.'}
                </>
              ),
          },
          {
            key: 'since',
            header: 'Connected',
            cell: ({ connectedAt, connectedBy }) => (
              <>
                <Moment at={connectedAt} />
                {connectedBy && ` by ${connectedBy}`}
              </>
            ),
          },
          {
            key: 'actions',
            header: 'Actions',
            quiet: true,
            cell: (location) => (
              <ButtonRow>
                {location.state === 'reconnect' && (
                  <SmallButton
                    aria-label={`Reconnect ${nameOf(location)}`}
                    onClick={() => onReconnect(location.locationId)}
                  >
                    Reconnect
                  </SmallButton>
                )}
                <SmallButton
                  $look="outline"
                  aria-label={`Revoke access of ${nameOf(location)}`}
                  aria-haspopup="dialog"
                  onClick={() => setAsked(location)}
                >
                  Revoke
                </SmallButton>
              </ButtonRow>
            ),
          },
        ]}
      />
      <ConfirmDialog
        open={asked !== null}
        title={asked ? `Revoke access of ${nameOf(asked)}?` : ''}
        confirmLabel="Revoke access"
        busyLabel="Revoking…"
        danger
        busy={revoke.isPending}
        onConfirm={() => asked && revoke.mutate(asked.locationId)}
        onCancel={() => setAsked(null)}
      >
        Leads no longer go to this location. They are kept here, and go out once a location is connected
        again.
      </ConfirmDialog>
    </>
  );
}

function nameOf({ name, locationId }: AuthorizedLocation): string {
  return name ?? locationId;
}
