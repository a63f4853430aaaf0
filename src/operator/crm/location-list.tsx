import { useState } from 'react';
import styled from 'styled-components';
import { ButtonRow } from '../../ui/form/button.tsx';
import type { OauthStatus } from '../../contracts/operators/crm-calls.ts';
import { DataTable } from '../parts/text/data-table.tsx';
import { EmptyState } from '../parts/states/empty-state.tsx';
import { Timestamp } from '../parts/text/timestamp.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { useNow } from '../use-now.ts';
import { leadsTargetText } from '../../contracts/leads/leads-target-text.ts';
import { LocationDialogs, locationDisplayName, type LocationAction } from './location-dialogs.tsx';

const Id = styled.code`
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: 0.875rem;
`;

const Whole = styled.span`
  white-space: nowrap;
`;

interface Props {
  status: OauthStatus;
  /** The title of the toast if revoking fails. */
  revokeFailure: string;
  onReconnect: (locationId: string) => void;
}

/** Lists the locations that authorized this site and marks which one receives leads, with the actions for each. */
export function LocationList({ status, revokeFailure, onReconnect }: Props) {
  const { authorizedLocations: locations, leadsTo } = status;
  const [asked, setAsked] = useState<LocationAction | null>(null);
  const now = useNow();
  const isChoice = leadsTo?.by === 'first' || leadsTo?.by === 'operator';
  if (locations.length === 0) {
    return (
      <EmptyState title="No authorized locations">
        {leadsTo ? leadsTargetText(leadsTo, now) : 'Connect, and choose the location that gets the leads.'}
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
                {locationId === leadsTo?.locationId && (
                  <>
                    <br />
                    <strong>Gets the leads</strong>
                  </>
                )}
              </>
            ),
          },
          {
            key: 'state',
            header: 'State',
            cell: ({ state, reason }) =>
              state === 'ready' ? (
                <Whole>
                  <StatusLine state="ok">Connected</StatusLine>
                </Whole>
              ) : (
                <>
                  <Whole>
                    <StatusLine state="fail">Reconnect needed</StatusLine>
                  </Whole>
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
                <Timestamp at={connectedAt} />
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
                    aria-label={`Reconnect ${locationDisplayName(location)}`}
                    onClick={() => onReconnect(location.locationId)}
                  >
                    Reconnect
                  </SmallButton>
                )}
                {isChoice && location.state === 'ready' && location.locationId !== leadsTo?.locationId && (
                  <SmallButton
                    $look="outline"
                    aria-label={`Send leads here: ${locationDisplayName(location)}`}
                    aria-haspopup="dialog"
                    onClick={() => setAsked({ action: 'direct', location })}
                  >
                    Send leads here
                  </SmallButton>
                )}
                <SmallButton
                  $look="outline"
                  aria-label={`Revoke access of ${locationDisplayName(location)}`}
                  aria-haspopup="dialog"
                  onClick={() => setAsked({ action: 'revoke', location })}
                >
                  Revoke
                </SmallButton>
              </ButtonRow>
            ),
          },
        ]}
      />
      <p>{leadsTargetText(leadsTo, now)}</p>
      <LocationDialogs
        status={status}
        asked={asked}
        revokeFailure={revokeFailure}
        onEnd={() => setAsked(null)}
      />
    </>
  );
}
