import styled from 'styled-components';
import { formatRelativeTime } from '../../../contracts/operators/relative-time.ts';
import { useNow } from '../../use-now.ts';
import { useOperatorData } from '../../use-operator-data.ts';

const Ago = styled.span`
  color: ${({ theme }) => theme.color.inkSoft};
  white-space: nowrap;
`;

interface Props {
  /** Epoch milliseconds. */
  at: number;
  /** Whether to show the relative time as well. */
  relative?: boolean;
  /** Whether the time is in the future. */
  ahead?: boolean;
}

/**
 * Shows a time in the site's time zone and how long ago it was. Without `ahead`, the relative time is never in the
 * future, even if the clocks of server and browser differ.
 */
export function Timestamp({ at, relative = true, ahead = false }: Props) {
  const { timeZone } = useOperatorData();
  const now = useNow();
  const date = new Date(at);
  const year = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' });
  const thisYear = year.format(date) === year.format(now);
  const shown = new Intl.DateTimeFormat('en-US', {
    timeZone,
    month: 'short',
    day: 'numeric',
    ...(thisYear ? {} : { year: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(date);
  const exact = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full', timeStyle: 'long' });
  return (
    <time dateTime={date.toISOString()} title={exact.format(date)}>
      {shown} {relative && <Ago>({formatRelativeTime(ahead ? at : Math.min(at, now), now)})</Ago>}
    </time>
  );
}
