import styled from 'styled-components';
import type { LiveStreamState } from '../../live-stream.ts';
import { statusColors } from '../../../contracts/brand.ts';

const Badge = styled.span<{ $live: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 0.5rem;
  color: ${({ theme }) => theme.color.inkSoft};
  font-size: ${({ theme }) => theme.type.small};
  &::before {
    content: '';
    width: 0.65rem;
    height: 0.65rem;
    border: 2px solid ${({ $live, theme }) => ($live ? statusColors.ok : theme.color.inkSoft)};
    border-radius: 50%;
    background: ${({ $live }) => ($live ? statusColors.ok : 'none')};
  }
`;

/** Shows whether a screen is receiving live updates. */
export function LiveBadge({ state }: { state: LiveStreamState }) {
  return (
    <Badge $live={state === 'live'} role="status">
      {state === 'live' ? 'Live' : 'Connecting…'}
    </Badge>
  );
}
