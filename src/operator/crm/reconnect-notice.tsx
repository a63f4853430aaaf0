import { useQuery } from '@tanstack/react-query';
import { Notice } from '../parts/states/notice.tsx';
import { SmallButton } from '../parts/controls/small-button.tsx';
import { useNow } from '../use-now.ts';
import { oauthStatusQuery } from './crm-queries.ts';
import { leadTargetWords } from '../../contracts/leads/lead-target-words.ts';

interface Props {
  onReconnect: (locationId: string) => void;
  waiting: boolean;
}

/** Lists the locations that must be reconnected, and why. Renders nothing if there are none. */
export function ReconnectNotice({ onReconnect, waiting }: Props) {
  const { data } = useQuery(oauthStatusQuery);
  const now = useNow();
  const broken = data?.authorizedLocations.filter(({ state }) => state === 'reconnect') ?? [];
  return broken.map(({ locationId, name, reason }) => (
    <Notice key={locationId} title={`Reconnect needed: ${name ?? locationId}`}>
      <p>
        {reason ?? 'The CRM refuses our access.'} {leadTargetWords(data?.leadsTo ?? null, now)}
      </p>
      <SmallButton disabled={waiting} onClick={() => onReconnect(locationId)}>
        {waiting ? 'Waiting for the pop-up…' : 'Reconnect'}
      </SmallButton>
    </Notice>
  ));
}
