import { useQuery } from '@tanstack/react-query';
import { Notice } from '../parts/notice.tsx';
import { SmallButton } from '../parts/small-button.tsx';
import { useNow } from '../use-now.ts';
import { oauthStatusQuery } from './crm-queries.ts';
import { leadsWords } from './leads-words.ts';

interface Props {
  onReconnect: (locationId: string) => void;
  waiting: boolean;
}

/** Says which locations must be connected again, and why; nothing where none must. */
export function ReconnectNotice({ onReconnect, waiting }: Props) {
  const { data } = useQuery(oauthStatusQuery);
  const now = useNow();
  const broken = data?.authorizedLocations.filter(({ state }) => state === 'reconnect') ?? [];
  return broken.map(({ locationId, name, reason }) => (
    <Notice key={locationId} title={`Reconnect needed: ${name ?? locationId}`}>
      <p>
        {reason ?? 'The CRM refuses our access.'} {leadsWords(data?.leadsTo ?? null, now)}
      </p>
      <SmallButton disabled={waiting} onClick={() => onReconnect(locationId)}>
        {waiting ? 'Waiting for the pop-up…' : 'Reconnect'}
      </SmallButton>
    </Notice>
  ));
}
