import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import { ButtonRow } from '../../ui/form/button.tsx';
import { CloseWindowButton } from '../crm/close-window.tsx';
import { sendResultToOpener } from '../crm/use-crm-connect.ts';
import { ButtonAnchor } from '../parts/controls/small-button.tsx';
import { StatusLine } from '../parts/states/status-line.tsx';

const Words = styled.div`
  display: grid;
  gap: ${({ theme }) => theme.space.m};
  max-width: ${({ theme }) => theme.width.text};
  margin-block-start: ${({ theme }) => theme.space.l};
  font-size: ${({ theme }) => theme.type.lead};
  p {
    overflow-wrap: anywhere;
  }
`;

/**
 * Shows why connecting the CRM failed, from the `reason` parameter, with a link to try again. Reports the failure to the
 * page that opened the pop-up.
 */
export default function OauthErrorScreen() {
  const [query] = useSearchParams();
  const reason = query.get('reason')?.trim() || 'Unknown error';
  useEffect(() => sendResultToOpener('failed'), []);
  return (
    <Words>
      <p role="alert">
        <StatusLine state="fail">{reason}</StatusLine>
      </p>
      <p>Nothing was changed: what was connected before still is, and leads go on as they did.</p>
      <ButtonRow>
        <ButtonAnchor href="/api/oauth/start">Try Again</ButtonAnchor>
        <CloseWindowButton />
        <ButtonAnchor href="/" $look="quiet">
          Return to Homepage
        </ButtonAnchor>
      </ButtonRow>
    </Words>
  );
}
