import styled from 'styled-components';
import { StatusLine } from '../parts/status-line.tsx';
import type { StatusKind } from '../parts/status-colors.ts';

const Plain = styled.span`
  color: ${({ theme }) => theme.color.inkSoft};
  font-weight: 560;
`;

/** How something stands in words; with a sign where it is good or bad. */
export function StandingLine({ words, state }: { words: string; state: StatusKind | null }) {
  return state === null ? <Plain>{words}</Plain> : <StatusLine state={state}>{words}</StatusLine>;
}
