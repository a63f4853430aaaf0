import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { CrmStatus } from '../../contracts/operators/crm-calls.ts';
import { ErrorState } from '../parts/states/error-state.tsx';
import { LoadingState } from '../parts/states/loading-state.tsx';
import { Alert } from '../parts/states/alert.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';
import { crmStatusQuery } from './crm-queries.ts';

const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: 0.6rem 1.25rem;
  dt {
    color: ${({ theme }) => theme.color.inkSoft};
  }
  @media (max-width: 35.99rem) {
    grid-template-columns: minmax(0, 1fr);
    gap: 0.1rem;
    dd {
      margin-block-end: 0.6rem;
    }
  }
`;

const Unset = styled.p`
  margin-block-start: 0.3rem;
  color: ${({ theme }) => theme.color.inkSoft};
  code {
    color: ${({ theme }) => theme.color.ink};
  }
`;

/**
 * Shows how the CRM integration is configured and what is missing. If only the connection is missing, a button opens
 * the CRM's consent page. `waiting` is whether that pop-up is open.
 */
export function CrmIntegrationStatus({
  connect,
  waiting,
}: {
  connect: (locationId?: string) => void;
  waiting: boolean;
}) {
  const { data, error, refetch } = useQuery(crmStatusQuery);
  if (error) {
    return (
      <ErrorState
        title="Unable to fetch GHL integration status. Please try again."
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <LoadingState label="Asking for the status…" />;
  return (
    <>
      {data.error && (
        <Alert title="Authorization Error">
          <p>{data.error}</p>
        </Alert>
      )}
      <p>{data.message}</p>
      <StatusFacts status={data} />
      {!data.isConfigured && data.oauthCredentialsPresent && (
        <SmallButton disabled={waiting} onClick={() => connect(data.leadsTo?.locationId)}>
          {waiting ? 'Waiting for the pop-up…' : 'Connect'}
        </SmallButton>
      )}
    </>
  );
}

function StatusFacts({ status }: { status: CrmStatus }) {
  const { isConfigured, apiKeyPresent, oauthCredentialsPresent } = status;
  return (
    <Facts>
      <dt>CRM</dt>
      <dd>
        <StatusLine state={isConfigured ? 'ok' : 'fail'}>
          {isConfigured ? 'Connected' : 'Not connected'}
        </StatusLine>
      </dd>
      <dt>Private-integration token</dt>
      <dd>
        {apiKeyPresent ? (
          <StatusLine state="ok">Present; its value is never shown</StatusLine>
        ) : (
          <>
            Not set
            <Unset>
              Needed only without OAuth: <code>GHL_API_KEY</code> and <code>GHL_LOCATION_ID</code>.
            </Unset>
          </>
        )}
      </dd>
      <dt>OAuth credentials</dt>
      <dd>
        {oauthCredentialsPresent ? (
          <StatusLine state="ok">Present</StatusLine>
        ) : (
          <>
            {apiKeyPresent ? 'Not set' : <StatusLine state="warn">Not set</StatusLine>}
            <Unset>
              {apiKeyPresent && 'Needed only to connect with OAuth: '}
              <code>GHL_CLIENT_ID</code> and <code>GHL_CLIENT_SECRET</code>.
            </Unset>
          </>
        )}
      </dd>
    </Facts>
  );
}
