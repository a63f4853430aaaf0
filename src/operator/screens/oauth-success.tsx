import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { ButtonRow } from '../../ui/form/button.tsx';
import { CloseWindow } from '../crm/close-window.tsx';
import { tellOpener } from '../crm/connect-channel.ts';
import { ConnectionNotes, LeadsAfterConnecting } from '../crm/connection-notes.tsx';
import { readAuthorization } from '../crm/read-authorization.ts';
import { ButtonAnchor } from '../parts/controls/button-anchor.ts';
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

/** Shows the result of connecting the CRM, in the pop-up or in a separate tab. */
export default function OauthSuccessScreen() {
  const [query] = useSearchParams();
  const { hasJustConnected } = useOperatorData();
  const read = readAuthorization(query);
  // Anybody can write the query, so a success counts only if the server knows of it.
  const authorization = read === 'success' && !hasJustConnected ? 'unknown' : read;
  useEffect(() => {
    if (authorization === 'success' || authorization === 'failed') tellOpener(authorization);
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
        <CloseWindow />
      </ButtonRow>
    </Words>
  );
}
