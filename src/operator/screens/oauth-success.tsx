import { useEffect, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { ButtonRow } from '../../ui/form/button.tsx';
import { CloseWindowButton } from '../crm/close-window.tsx';
import { sendResultToOpener } from '../crm/use-crm-connect.ts';
import { ButtonAnchor, SmallButtonAnchor } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { useOperatorData } from '../use-operator-data.ts';

const Words = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  max-width: ${({ theme }) => theme.width.text};
  margin-block-start: ${({ theme }) => theme.space.l};
  font-size: ${({ theme }) => theme.type.lead};
  code {
    font-size: 1rem;
    overflow-wrap: anywhere;
  }
`;

/**
 * Shows the result of connecting the CRM, in the pop-up or in a separate tab, and reports success or failure to the
 * page that opened the pop-up.
 */
export default function OauthSuccessScreen() {
  const [query] = useSearchParams();
  const { hasJustConnected } = useOperatorData();
  const read = readAuthorizationOutcome(query);
  // Anybody can craft this query string, so success counts only if the server has recorded a new connection.
  const authorization = read === 'success' && !hasJustConnected ? 'unknown' : read;
  useEffect(() => {
    if (authorization === 'success' || authorization === 'failed') sendResultToOpener(authorization);
  }, [authorization]);
  return (
    <Words>
      {authorization === 'success' && (
        <>
          <p role="status">
            <StatusLine state="ok">The CRM is connected.</StatusLine>
          </p>
          <ConnectionNotes query={query} />
          <p>
            {query.get('locationId') ? (
              <>
                Location: <code>{query.get('locationId')}</code>.{' '}
              </>
            ) : null}
            <LeadsAfterConnecting query={query} /> You can close this window.
          </p>
        </>
      )}
      {authorization === 'failed' && (
        <>
          <p role="alert">
            <StatusLine state="fail">The CRM was not connected.</StatusLine>
          </p>
          <p>
            It answered: <code>{query.get('error')}</code>. Try again on the test page.
          </p>
        </>
      )}
      {authorization === 'unknown' && (
        <p role="status">
          A connection is reported only in the browser that has just made it. What is connected is shown at{' '}
          <code>/admin/ghl</code>.
        </p>
      )}
      {authorization === 'processing' && (
        <p role="status">Processing… If this stays, close the window and connect again.</p>
      )}
      <ButtonRow>
        <ButtonAnchor href="/oauth/test">Go to Test Page</ButtonAnchor>
        <CloseWindowButton />
      </ButtonRow>
    </Words>
  );
}

/** The outcome of the CRM's authorization, from the query of /oauth/success. */
export type AuthorizationOutcome = 'success' | 'failed' | 'processing';

/**
 * Reads the outcome, as specified. A location, or a code without an error, means success. Otherwise, an error means
 * failure. Without any of these, the authorization is still processing. A location takes precedence over an error.
 */
export function readAuthorizationOutcome(query: URLSearchParams): AuthorizationOutcome {
  const error = query.get('error');
  if (query.get('locationId') || (query.get('code') && !error)) return 'success';
  return error ? 'failed' : 'processing';
}

/**
 * Shows warnings about a new connection, such as an unexpected location, from the query of /oauth/success. Renders
 * nothing if there are none.
 */
function ConnectionNotes({ query }: { query: URLSearchParams }) {
  const wanted = query.get('wanted');
  const missing = Number(query.get('missing'));
  return (
    <>
      {wanted && (
        <>
          <p role="alert">
            <StatusLine state="warn">Another location was chosen in HighLevel.</StatusLine>
          </p>
          <p>
            You wanted to connect <code>{wanted}</code>, which is as it was before. To connect it, choose it
            in HighLevel. What was connected instead can be revoked at <code>/admin/ghl</code>.
          </p>
          <ButtonRow>
            <SmallButtonAnchor
              $look="outline"
              href={`/api/oauth/start?locationId=${encodeURIComponent(wanted)}`}
            >
              Connect it now
            </SmallButtonAnchor>
          </ButtonRow>
        </>
      )}
      {missing > 0 && (
        <>
          <p role="alert">
            <StatusLine state="warn">
              {missing === 1
                ? '1 location of the company could not be connected.'
                : `${missing} locations of the company could not be connected.`}
            </StatusLine>
          </p>
          <p>
            <code>/admin/settings/audit</code> names what could not. Connect again, and choose it alone.
          </p>
        </>
      )}
    </>
  );
}

/** Explains where leads go after a location has been connected, from the query of /oauth/success. */
function LeadsAfterConnecting({ query }: { query: URLSearchParams }): ReactNode {
  const target = <code>{query.get('leadsTo')}</code>;
  switch (query.get('leadsTo') ? (query.get('leads') ?? '') : '') {
    case 'unconnected':
      return (
        <>
          Leads are set to go to {target} (<code>GHL_LOCATION_ID</code>), which is not connected: connect{' '}
          {target} or change the setting. Until then they are kept here.
        </>
      );
    case 'reconnect':
      return (
        <>
          Leads are for {target}, whose access HighLevel refuses: they are kept here until that one is
          connected again. Where they go can be changed at <code>/admin/ghl</code>.
        </>
      );
    case 'elsewhere':
      return (
        <>
          Leads go to {target}. Where they go can be changed at <code>/admin/ghl</code>.
        </>
      );
    default:
      return 'Leads that waited go out now.';
  }
}
