import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { SmallButton } from '../parts/small-button.tsx';
import { statusColors } from '../parts/status-colors.ts';
import { StatusLine } from '../parts/status-line.tsx';
import { oauthStatusQuery } from './crm-queries.ts';

const Box = styled.div`
  display: grid;
  gap: 0.5rem;
  justify-items: start;
  margin-block-end: ${({ theme }) => theme.space.m};
  padding: ${({ theme }) => theme.space.m};
  border: 1px solid ${({ theme }) => theme.color.line};
  border-inline-start: 5px solid ${statusColors.fail};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.surface};
`;

interface Props {
  onReconnect: (locationId: string) => void;
  waiting: boolean;
}

/** Says which locations must be connected again, and why; nothing where none must. */
export function ReconnectNotice({ onReconnect, waiting }: Props) {
  const { data } = useQuery(oauthStatusQuery);
  const broken = data?.authorizedLocations.filter(({ state }) => state === 'reconnect') ?? [];
  return broken.map(({ locationId, name, reason }) => (
    <Box key={locationId} role="alert">
      <StatusLine state="fail">Reconnect needed: {name ?? locationId}</StatusLine>
      <p>{reason ?? 'The CRM refuses our access.'} Leads are kept here until it is connected again.</p>
      <SmallButton disabled={waiting} onClick={() => onReconnect(locationId)}>
        Reconnect
      </SmallButton>
    </Box>
  ));
}
